import type { ManagedUser } from '@holdall/contract/admin-users';
import { SaveStatus } from '#shared/autosave/save-status.tsx';
import { useAutosave } from '#shared/autosave/use-autosave.ts';
import { useConfig } from '#shared/config/config.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useResettable } from '#shared/lib/use-resettable.ts';
import { Card, CardRow } from '#shared/ui/card.tsx';
import { isLimiting, type Capacity } from '../capacity.ts';
import { useUserChanges } from '../user-changes.ts';
import { CapacityField } from './capacity-field.tsx';

/** Setting of a user's storage limit. */
export const UserCapacity = ({ user }: { readonly user: ManagedUser }) => {
  const t = useText();
  const { setCapacity } = useUserChanges(user.id);
  const isLimited = useConfig(isLimiting);
  const saved = useAutosave<Capacity>({
    name: `user.${user.id}.capacity`,
    value: user.meta.storage.given,
    save: setCapacity,
    forced: true,
  });
  /** The typed size is invalid or missing; `fault` is the error, if any. */
  const [unwritten, setUnwritten] = useResettable<{ readonly fault: string | undefined }>(saved.value);
  return (
    <Card>
      <CardRow
        label={t('capacity.label')}
        help={t(isLimited ? 'user_storage.capacity_help' : 'user_storage.capacity_idle')}
        error={unwritten ? unwritten.fault : saved.error}
        status={<SaveStatus state={saved.state} />}
      >
        {(field) => (
          <CapacityField
            {...field}
            value={unwritten ? undefined : saved.value}
            onChange={(capacity, fault) => {
              setUnwritten(capacity === undefined ? { fault } : undefined);
              if (capacity !== undefined) saved.change(capacity);
            }}
          />
        )}
      </CardRow>
    </Card>
  );
};
