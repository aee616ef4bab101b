import { authEndpoints } from '@holdall/contract/auth.endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '#shared/api/client.ts';
import { ApiError } from '#shared/api/api-error.ts';
import { fewCodes } from '#shared/lib/few-codes.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { markAuthorized } from '#shared/session/session.ts';
import { notifyTabs } from './tabs.ts';

interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly remember: boolean;
}
type Proof = () => Promise<{ readonly recaptcha?: string }>;

/** Enters the account; the guard selects the page. Data that another user has loaded is removed. */
export const useEnter = (): (() => void) => {
  const client = useQueryClient();
  return () => {
    client.clear();
    notifyTabs('signed-in');
    markAuthorized();
  };
};

interface SignInOptions {
  /** Proves that the caller is not a bot. */
  readonly proof: Proof;
  /** Called where the second factor is required. */
  readonly onChallenge: () => void;
}

/** Signs in with the password. */
export const useSignIn = ({ proof, onChallenge }: SignInOptions) => {
  const enter = useEnter();
  return useMutation({
    mutationFn: async (credentials: Credentials) =>
      call(authEndpoints.signIn, { body: { ...credentials, ...(await proof()) } }),
    onSuccess: ({ two_factor: isChallenged }) => (isChallenged ? onChallenge() : enter()),
  });
};

type SecondFactor = { readonly code: string } | { readonly recovery_code: string };

interface TwoFactorOptions {
  /** Called where the sign-in has expired and has to start again. */
  readonly onEnd: (error: ApiError) => void;
  /** Called instead of continuing where few recovery codes are left. */
  readonly onFew: (left: number) => void;
}

/** Reports whether a challenge is over: it has expired, or the account is suspended. */
const isEnd = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.code === 'two_factor.no_challenge' || error.code === 'sign_in.suspended');

/** Completes a sign-in with the second factor. */
export const useTwoFactor = ({ onEnd, onFew }: TwoFactorOptions) => {
  const enter = useEnter();
  return useMutation({
    mutationFn: (body: SecondFactor) => call(authEndpoints.twoFactorChallenge, { body }),
    onSuccess: ({ recovery_codes_left: left }) => (left <= fewCodes ? onFew(left) : enter()),
    onError: (error) => {
      if (isEnd(error)) onEnd(error);
    },
  });
};
