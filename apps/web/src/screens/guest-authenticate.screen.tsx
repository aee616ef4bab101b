import type { ApiError } from '#shared/api/api-error.ts';
import { UnlockForm } from '#features/guest/ui/unlock-form.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { useTitle } from './use-title.ts';

interface GuestAuthenticateScreenProps {
  readonly token: string;
  /** By which the link has said that it is locked. */
  readonly refusal: ApiError;
}

/** `/share/:token/authenticate`: the password of a protected link. */
export const GuestAuthenticateScreen = ({ token, refusal }: GuestAuthenticateScreenProps) => {
  const t = useText();
  useTitle(t('guest.locked.title'));
  return (
    <main className="guest-middle">
      <UnlockForm token={token} shared={refusal.shared ?? 'folder'} />
    </main>
  );
};
