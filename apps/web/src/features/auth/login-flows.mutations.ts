import { authEndpoints } from '@holdall/contract/auth.endpoints';
import type { confirmEmail } from '@holdall/contract/auth';
import type { SentBodyOf } from '@holdall/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '#shared/api/client.ts';
import { text } from '#shared/i18n/messages.ts';
import type { NewPassword } from '#shared/lib/new-password.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { paths } from '#shared/paths/paths.ts';
import { authPaths } from '#shared/paths/section-paths.ts';
import { navigate } from '#shared/router/location.ts';
import { leaveSession, session, userQuery } from '#shared/session/session.ts';
import { openSuccess } from '#shared/ui/success.ts';
import { forgetLinkTokens } from './link-token.ts';
import { isExpired } from './mailed-link.ts';
import { sentMail, signInAs } from './login-flows.store.ts';

type Proof = () => Promise<{ readonly recaptcha?: string }>;

/** Requests a password link and shows that it is on its way, whether or not the account exists. */
export const useRequestLink = (proof: Proof) =>
  useMutation({
    mutationFn: async (email: string) =>
      call(authEndpoints.forgotPassword, { body: { email, ...(await proof()) } }),
    onSuccess: (_nothing, email) => {
      sentMail.set({ kind: 'reset', email, at: Date.now() });
      navigate(authPaths.mailSent());
    },
  });

interface NewAccount extends NewPassword {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
}

/** Registers an account, whose address is confirmed by a link. */
export const useRegister = (proof: Proof) =>
  useMutation({
    mutationFn: async (account: NewAccount) =>
      call(authEndpoints.register, { body: { ...account, ...(await proof()) } }),
    onSuccess: (_nothing, { email }) => {
      sentMail.set({ kind: 'registration', email, at: Date.now() });
      signInAs.set(email);
      navigate(authPaths.mailSent());
    },
  });

interface PasswordReset extends NewPassword {
  readonly token: string;
  readonly email: string;
}

interface Reset {
  /** The account has no password yet. */
  readonly isFirst: boolean;
  /** Called when the link is no longer valid. */
  readonly onExpired: () => void;
}

/** Sets a password by a mailed link, then goes to sign-in. */
export const useResetPassword = ({ isFirst, onExpired }: Reset) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PasswordReset) => call(authEndpoints.resetPassword, { body }),
    onSuccess: async ({ access_tokens: tokens }, { email }) => {
      // All sessions of the account have ended, including this browser's, unless it belongs to another user.
      if (session.get().authorized) await client.query({ ...userQuery, staleTime: 0 }).catch(() => undefined);
      if (!session.get().authorized) leaveSession();
      forgetLinkTokens();
      signInAs.set(email);
      openSuccess(
        isFirst
          ? { title: text('invitation.done.title'), message: text('invitation.done.message', { email }) }
          : {
              title: text('new_password.changed.title'),
              message: text(tokens > 0 ? 'new_password.changed.tokens' : 'new_password.changed.message'),
            },
      );
      navigate(paths.signIn(), { replace: true });
    },
    onError: (error) => {
      if (isExpired(error)) onExpired();
    },
  });
};

/** Confirms an address by a mailed link. */
export const useConfirmEmail = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SentBodyOf<typeof confirmEmail>) => call(authEndpoints.confirmEmail, { body }),
    onSuccess: ({ email }) => {
      forgetLinkTokens();
      signInAs.set(email);
      if (session.get().authorized) void client.invalidateQueries({ queryKey: userQuery.queryKey });
    },
  });
};
