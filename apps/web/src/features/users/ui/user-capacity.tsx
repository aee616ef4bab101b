import type { ManagedUser } from '@holdall/contract/admin-users';
import { useState } from 'react';
import { SaveStatus } from '#shared/autosave/save-status.tsx';
import { useAutosave } from '#shared/autosave/use-autosave.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { Card, CardRow } from '#shared/ui/card.tsx';
import type { Capacity } from '../capacity.ts';
import { useUserChanges } from '../user-changes.ts';
import { CapacityField } from './capacity-field.tsx';

/** What a user may store at the most. */
export const UserCapacity = ({ user }: { readonly user: ManagedUser }) => {
  const t = useText();
  const { setCapacity } = useUserChanges(user.id);
  const { capacity: inForce, given } = user.meta.storage;
  const isIdle = typeof given === 'number' && inForce === null;
  const [isWrong, setIsWrong] = useState(false);
  const saved = useAutosave<Capacity>({
    name: `user.${user.id}.capacity`,
    value: given,
    save: setCapacity,
    forced: true,
  });
  return (
    <Card>
      <CardRow
        label={t('capacity.label')}
        help={t(isIdle ? 'user_storage.capacity_idle' : 'user_storage.capacity_help')}
        error={isWrong ? t('capacity.invalid') : saved.error}
        status={<SaveStatus state={saved.state} />}
      >
        <CapacityField
          value={isWrong ? undefined : saved.value}
          onChange={(capacity) => {
            setIsWrong(capacity === undefined);
            if (capacity !== undefined) saved.change(capacity);
          }}
        />
      </CardRow>
    </Card>
  );
};
