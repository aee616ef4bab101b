import { call } from '#shared/api/client.ts';
import { text } from '#shared/i18n/messages.ts';
import { paths } from '#shared/paths/paths.ts';
import { navigate } from '#shared/router/location.ts';
import { markAuthorized, markUnauthorized } from '#shared/session/session.ts';
import { createStore } from '#shared/lib/store.ts';
import { showToast } from '#shared/ui/toast.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';

/** Milliseconds until signing out shows that it takes a while (specification section 9). */
const popupDelay = 300;

/** Whether signing out has taken longer than that. */
export const signOutPopup = createStore(false);

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
    mutationFn: async (): Promise<void> => {
      const timer = setTimeout(() => signOutPopup.set(true), popupDelay);
      try {
        await call('signOut', {});
      } finally {
        clearTimeout(timer);
        signOutPopup.set(false);
      }
    },
    onSuccess: () => {
      navigate(paths.signIn());
      markUnauthorized();
      client.clear();
    },
    onError: () => showToast({ type: 'danger', message: text('logout.failed') }),
  });
};
