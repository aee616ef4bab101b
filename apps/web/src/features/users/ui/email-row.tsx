import './email-row.css';
import '#shared/ui/row-form.css';
import { useState, type SubmitEvent } from 'react';
import type { ManagedUser } from '@holdall/contract/admin-users';
import { fieldFault } from '#shared/i18n/field-fault.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { isEmail } from '#shared/lib/is-email.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { paths } from '#shared/paths/paths.ts';
import { ButtonLink } from '#shared/router/button-link.tsx';
import { currentUserId } from '#shared/session/session.ts';
import { Button } from '#shared/ui/button.tsx';
import { CardRow } from '#shared/ui/card.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { useUserChanges } from '../user-changes.ts';

interface UserProps {
  readonly user: ManagedUser;
}

/** Shows the administrator's own address, which is changed where the password is required. */
const OwnEmailRow = ({ user }: UserProps) => {
  const t = useText();
  return (
    <CardRow label={t('user.email')} help={t('user.email_self')}>
      <span className="user-own-email">{user.attributes.email}</span>
      <ButtonLink size="small" to={paths.profile()}>
        {t('user.email_profile')}
      </ButtonLink>
    </CardRow>
  );
};

/** Field for the address, which a button saves: half an address would prevent sign-in. */
const OtherEmailRow = ({ user }: UserProps) => {
  const t = useText();
  const { update } = useUserChanges(user.id);
  const { email } = user.attributes;
  const [draft, setDraft] = useState<string>();
  const [error, setError] = useState<string>();
  const save = useMutation({
    mutationFn: (asked: string) => update({ email: asked }),
    onSuccess: () => {
      setDraft(undefined);
      showToast({ type: 'success', message: t('user.email_saved') });
    },
    onError: (failure) => setError(fieldFault(failure, 'email')),
  });
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (draft === undefined) return;
    if (isEmail(draft)) save.mutate(draft.trim());
    else setError(t('create_user.email_invalid'));
  };
  return (
    <CardRow label={t('user.email')} help={t('user.email_help')} error={error}>
      {(field) => (
        <form className="row-form" noValidate onSubmit={onSubmit}>
          <TextInput
            {...field}
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            value={draft ?? email}
            onChange={({ currentTarget: { value } }) => {
              setDraft(value === email ? undefined : value);
              setError(undefined);
            }}
          />
          {draft !== undefined && (
            <>
              <Button type="submit" look="primary" busy={save.isPending}>
                {t('user.email_save')}
              </Button>
              <Button
                look="ghost"
                disabled={save.isPending}
                onClick={() => {
                  setDraft(undefined);
                  setError(undefined);
                }}
              >
                {t('actions.cancel')}
              </Button>
            </>
          )}
        </form>
      )}
    </CardRow>
  );
};

/** Row of a user's sign-in address. */
export const EmailRow = ({ user }: UserProps) =>
  user.id === currentUserId() ? <OwnEmailRow user={user} /> : <OtherEmailRow user={user} />;
