import { text } from '#shared/i18n/messages.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { paths } from '#shared/paths/paths.ts';
import { navigate } from '#shared/router/location.ts';
import { leaveSession } from '#shared/session/session.ts';
import { showToast } from '#shared/ui/toast.ts';
import { signOut } from './sign-out.ts';
import { tellTabs } from './tabs.ts';

/** Signs out and goes to sign-in; all data goes with the session (specification section 4). */
export const useSignOut = () =>
  useMutation({
    mutationFn: signOut,
    onSuccess: () => {
      tellTabs('signed-out');
      navigate(paths.signIn());
      leaveSession();
    },
    onError: () => showToast({ type: 'danger', message: text('logout.failed') }),
  });
