import { useState } from 'react';
import type { ManagedUser } from '@holdall/contract/admin-users';
import type { Role } from '@holdall/contract/permissions';
import { useText } from '#shared/i18n/use-text.ts';
import { calledOf } from '#shared/lib/called-of.ts';
import { currentUserId } from '#shared/session/session.ts';
import { CardRow } from '#shared/ui/card.tsx';
import { ConfirmPopup } from '#shared/ui/confirm.popup.tsx';
import { Select } from '#shared/ui/select.tsx';
import { roles } from '../roles.ts';
import { useUserChanges, useUserAction } from '../user-changes.ts';

/** Changes a user's role. Administrators confirm before they give up their own. */
export const RoleRow = ({ user }: { readonly user: ManagedUser }) => {
  const t = useText();
  const { setRole } = useUserChanges(user.id);
  const [isAsking, setIsAsking] = useState(false);
  const { role } = user.attributes;
  const name = calledOf(user.attributes);
  const save = useUserAction(
    async (chosen: Role) => {
      await setRole(chosen);
      return t(`user.role_changed.${chosen}`, { name });
    },
    () => setIsAsking(false),
  );
  const choose = (chosen: Role): void => {
    if (chosen === role) return;
    if (chosen === 'user' && user.id === currentUserId()) setIsAsking(true);
    else save.mutate(chosen);
  };
  return (
    <CardRow label={t('user.role')} help={t('user.role_help')}>
      {(field) => (
        <>
          <Select
            {...field}
            value={save.isPending ? save.variables : role}
            disabled={save.isPending}
            options={roles.map((value) => ({ value, label: t(`role.${value}`) }))}
            onChoose={(value) => choose(value as Role)}
          />
          {isAsking && (
            <ConfirmPopup
              title={t('user.step_down.title')}
              message={t('user.step_down.message')}
              action={t('user.step_down.submit')}
              busy={save.isPending}
              onConfirm={() => save.mutate('user')}
              onClose={() => setIsAsking(false)}
            />
          )}
        </>
      )}
    </CardRow>
  );
};
