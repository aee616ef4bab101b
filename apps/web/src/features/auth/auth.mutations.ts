import { call } from '#shared/api/client.ts';
import { text } from '#shared/i18n/messages.ts';
import { paths } from '#shared/paths/paths.ts';
import { navigate } from '#shared/router/location.ts';
import { markAuthorized, markUnauthorized } from '#shared/session/session.ts';
import { showToast } from '#shared/ui/toast.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { signOut } from './sign-out.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly remember: boolean;
}

/** Signs in; what anybody else had loaded before is forgotten. */
export const useSignIn = (onSignedIn: () => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Credentials) => call('signIn', { body }),
    onSuccess: () => {
      client.clear();
      markAuthorized();
      onSignedIn();
    },
  });
};

/** Signs out, clears all data and goes to sign-in (specification section 4). */
export const useSignOut = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: signOut,
    onSuccess: () => {
      navigate(paths.signIn());
      markUnauthorized();
      client.clear();
    },
    onError: () => showToast({ type: 'danger', message: text('logout.failed') }),
  });
};
