import { call } from '#shared/api/client.ts';
import { text } from '#shared/i18n/messages.ts';
import { paths } from '#shared/paths/paths.ts';
import { navigate } from '#shared/router/location.ts';
import { markAuthorized, markUnauthorized } from '#shared/session/session.ts';
import { showToast } from '#shared/ui/toast.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { signOut } from './sign-out.ts';
import { tellTabs } from './tabs.ts';

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
      tellTabs('signed-in');
      markAuthorized();
      onSignedIn();
    },
  });
};

/** Signs out and goes to sign-in; all data goes with the session (specification section 4). */
export const useSignOut = () =>
  useMutation({
    mutationFn: signOut,
    onSuccess: () => {
      tellTabs('signed-out');
      navigate(paths.signIn());
      markUnauthorized();
    },
    onError: () => showToast({ type: 'danger', message: text('logout.failed') }),
  });
