import './restrictions-card.css';
import { Download, FolderPlus, Upload } from 'lucide-react';
import { useId } from 'react';
import type { ManagedUser } from '@holdall/contract/admin-users';
import { reasonLimit } from '@holdall/contract/limits';
import { SaveStatus } from '#shared/autosave/save-status.tsx';
import { useAutosave } from '#shared/autosave/use-autosave.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { Card, CardRow } from '#shared/ui/card.tsx';
import { FieldError } from '#shared/ui/field-error.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { useUserChanges } from '../user-changes.ts';

const switches = [
  { name: 'canUpload', Icon: Upload },
  { name: 'canDownload', Icon: Download },
  { name: 'canCreateFolder', Icon: FolderPlus },
] as const;

/** Restrictions of a user and their reason. They are saved as a whole, since two switches may be pressed in a row. */
export const RestrictionsCard = ({ user }: { readonly user: ManagedUser }) => {
  const t = useText();
  const id = useId();
  const { restrict } = useUserChanges(user.id);
  const saved = useAutosave({
    name: `user.${user.id}.restrictions`,
    value: user.meta.restrictions,
    save: (value) => restrict({ ...value, reason: value.reason?.trim() || null }),
    forced: true,
  });
  const now = saved.value;
  const isRestricted = switches.some(({ name }) => !now[name]) || now.reason !== null;
  return (
    <Card title={t('user.restrictions')} end={<SaveStatus state={saved.state} />}>
      {switches.map(({ name, Icon }) => (
        <div key={name} className="card-item">
          <Icon />
          <label className="restriction-label" htmlFor={`${id}-${name}`}>
            {t(`user.restrictions.${name}`)}
          </label>
          <Switch
            id={`${id}-${name}`}
            checked={now[name]}
            onSwitch={(allowed) => saved.change({ ...now, [name]: allowed })}
            onBlur={saved.onBlur}
          />
        </div>
      ))}
      {!isRestricted && saved.error && (
        <div className="card-item">
          <FieldError id={`${id}-error`}>{saved.error}</FieldError>
        </div>
      )}
      {isRestricted && (
        <CardRow
          label={t('user.restrictions.reason')}
          help={t('user.restrictions.reason_help')}
          error={saved.error}
        >
          {(field) => (
            <TextInput
              {...field}
              autoComplete="off"
              maxLength={reasonLimit}
              value={now.reason ?? ''}
              onChange={({ currentTarget }) => saved.change({ ...now, reason: currentTarget.value })}
              onBlur={saved.onBlur}
            />
          )}
        </CardRow>
      )}
    </Card>
  );
};
