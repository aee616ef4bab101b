import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#shared/api/api-error.ts';
import { authCall } from '#shared/api/auth.calls.ts';
import { fewCodes } from '#shared/lib/few-codes.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { markAuthorized } from '#shared/session/session.ts';
import { tellTabs } from './tabs.ts';

interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly remember: boolean;
}
type Proof = () => Promise<{ readonly recaptcha?: string }>;

/** Goes on into the account; the guard knows where to. What anybody else had loaded before is forgotten. */
export const useEnter = (): (() => void) => {
  const client = useQueryClient();
  return () => {
    client.clear();
    tellTabs('signed-in');
    markAuthorized();
  };
};

interface SignInOptions {
  /** Shows that no program signs in. */
  readonly proof: Proof;
  /** Called where the second factor is asked for. */
  readonly onChallenge: () => void;
}

/** Signs in with the password. */
export const useSignIn = ({ proof, onChallenge }: SignInOptions) => {
  const enter = useEnter();
  return useMutation({
    mutationFn: async (credentials: Credentials) =>
      authCall('signIn', { body: { ...credentials, ...(await proof()) } }),
    onSuccess: ({ two_factor: isChallenged }) => (isChallenged ? onChallenge() : enter()),
  });
};

type SecondFactor = { readonly code: string } | { readonly recovery_code: string };

interface TwoFactorOptions {
  /** Called where the sign-in cannot be finished any more: it has to begin anew. */
  readonly onEnd: (error: ApiError) => void;
  /** Called instead of going on where few recovery codes are left. */
  readonly onFew: (left: number) => void;
}

/** Whether a challenge is over: it took too long, or the account may not sign in any more. */
const isEnd = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.code === 'two_factor.no_challenge' || error.code === 'sign_in.suspended');

/** Finishes a sign-in that has begun. */
export const useTwoFactor = ({ onEnd, onFew }: TwoFactorOptions) => {
  const enter = useEnter();
  return useMutation({
    mutationFn: (body: SecondFactor) => authCall('twoFactorChallenge', { body }),
    onSuccess: ({ recovery_codes_left: left }) => (left <= fewCodes ? onFew(left) : enter()),
    onError: (error) => {
      if (isEnd(error)) onEnd(error);
    },
  });
};
