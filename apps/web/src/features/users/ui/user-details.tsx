import './photo-row.css';
import type { ManagedUser } from '@holdall/contract/admin-users';
import { useState } from 'react';
import { SaveStatus } from '#shared/autosave/save-status.tsx';
import { useAutosave } from '#shared/autosave/use-autosave.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { countryOptions, firstCountries, timezoneOptions } from '#shared/lib/places.ts';
import { PhotoButtons } from '#shared/photo/photo-buttons.tsx';
import { Card, CardRow } from '#shared/ui/card.tsx';
import { SearchSelect } from '#shared/ui/search-select.tsx';
import { Select } from '#shared/ui/select.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { useUserAction, useUserChanges } from '../user-changes.ts';
import { EmailRow } from './email-row.tsx';
import { RestrictionsCard } from './restrictions-card.tsx';
import { RoleRow } from './role-row.tsx';
import { StatusRow } from './status-row.tsx';

interface UserProps {
  readonly user: ManagedUser;
}

/** Field for a first or last name; a blank one is not saved. */
const NameRow = ({ user, name }: UserProps & { readonly name: 'first_name' | 'last_name' }) => {
  const t = useText();
  const { update } = useUserChanges(user.id);
  const saved = useAutosave({
    name: `user.${user.id}.${name}`,
    value: user.attributes[name],
    save: (value) => update({ [name]: value }),
  });
  return (
    <CardRow label={t(`user.${name}`)} error={saved.error} status={<SaveStatus state={saved.state} />}>
      {(field) => (
        <TextInput
          {...field}
          autoComplete="off"
          maxLength={100}
          value={saved.value}
          onChange={({ currentTarget }) => saved.change(currentTarget.value)}
          onBlur={saved.onBlur}
        />
      )}
    </CardRow>
  );
};

type Attributes = ManagedUser['attributes'];

const CountryRow = ({ user }: UserProps) => {
  const t = useText();
  const { update } = useUserChanges(user.id);
  const saved = useAutosave({
    name: `user.${user.id}.country`,
    value: user.attributes.country,
    save: (country) => update({ country }),
    forced: true,
  });
  return (
    <CardRow label={t('user.country')} error={saved.error} status={<SaveStatus state={saved.state} />}>
      {(field) => (
        <SearchSelect
          {...field}
          options={[...countryOptions(), { value: '', label: t('user.none') }]}
          pinned={firstCountries}
          value={saved.value ?? ''}
          onChoose={(code) => saved.change(code === '' ? null : (code as Attributes['country']))}
        />
      )}
    </CardRow>
  );
};

const TimezoneRow = ({ user }: UserProps) => {
  const t = useText();
  const { update } = useUserChanges(user.id);
  const saved = useAutosave({
    name: `user.${user.id}.timezone`,
    value: user.attributes.timezone,
    save: (timezone) => update({ timezone }),
    forced: true,
  });
  return (
    <CardRow label={t('user.timezone')} error={saved.error} status={<SaveStatus state={saved.state} />}>
      {(field) => (
        <Select
          {...field}
          className="numeric"
          options={[{ value: '', label: t('user.none') }, ...timezoneOptions()]}
          value={saved.value === null ? '' : String(saved.value)}
          onChoose={(hours) => saved.change(hours === '' ? null : (Number(hours) as Attributes['timezone']))}
        />
      )}
    </CardRow>
  );
};

/** Replaces or removes a user's photo, beside the name at the head of the page. */
const PhotoRow = ({ user }: { readonly user: ManagedUser }) => {
  const t = useText();
  const { setPhoto, removePhoto } = useUserChanges(user.id);
  const [fault, setFault] = useState<string>();
  const { avatar } = user.attributes;
  const remove = useUserAction(async () => {
    await removePhoto();
    return undefined;
  });
  return (
    <CardRow label={t('user.photo')} error={fault}>
      <div className="photo-buttons">
        <PhotoButtons
          label={t(avatar ? 'avatar.change' : 'avatar.choose')}
          onUse={setPhoto}
          onFault={setFault}
          onRemove={avatar ? () => remove.mutate() : undefined}
          removing={remove.isPending}
        />
      </div>
    </CardRow>
  );
};

/** Details and permissions of a user; each field saves itself. */
export const UserDetails = ({ user }: UserProps) => (
  <>
    <Card>
      <RoleRow user={user} />
      <PhotoRow user={user} />
      <NameRow user={user} name="first_name" />
      <NameRow user={user} name="last_name" />
      <EmailRow user={user} />
      <CountryRow user={user} />
      <TimezoneRow user={user} />
      <StatusRow user={user} />
    </Card>
    <RestrictionsCard user={user} />
  </>
);
