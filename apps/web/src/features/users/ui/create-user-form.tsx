import { useRef, useState, type SubmitEvent } from 'react';
import type { ManagedUser } from '@holdall/contract/admin-users';
import { useConfig } from '#shared/config/config.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card, CardRow } from '#shared/ui/card.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { TextInput, type TextInputProps } from '#shared/ui/text-input.tsx';
import { NewPasswordFields } from '#shared/ui/new-password-fields.tsx';
import { useCreateUser } from '../create-user.mutations.ts';
import { emptyUser, firstOf, newUserErrors, type FieldErrors, type NewUser } from '../new-user.ts';
import { CapacityField } from './capacity-field.tsx';
import { NewPhotoRow } from './new-photo-row.tsx';
import { RoleCards } from './role-cards.tsx';

interface CreateUserFormProps {
  readonly onCreated: (user: ManagedUser) => void;
  readonly onCancel: () => void;
}

/** Asks for what a new account needs. What is wrong stands under its field, and the first of it has the focus. */
export const CreateUserForm = ({ onCreated, onCancel }: CreateUserFormProps) => {
  const t = useText();
  const isLimited = useConfig(({ storageLimit }) => storageLimit);
  const form = useRef<HTMLFormElement>(null);
  const [user, setUser] = useState(emptyUser);
  const [errors, setErrors] = useState<FieldErrors>({});
  const change = (changed: Partial<NewUser>): void => {
    setUser((current) => ({ ...current, ...changed }));
    setErrors((current) =>
      Object.fromEntries(Object.entries(current).filter(([field]) => !(field in changed))),
    );
  };
  const showErrors = (wrong: FieldErrors): void => {
    setErrors(wrong);
    const first = firstOf(wrong);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };
  const create = useCreateUser({ onCreated, onRefused: showErrors });
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const given = (name: string): string => {
      const value = values.get(name);
      return typeof value === 'string' ? value : '';
    };
    const asked: NewUser = {
      ...user,
      password: given('password'),
      password_confirmation: given('password_confirmation'),
    };
    const wrong = newUserErrors(t, asked);
    if (firstOf(wrong) === undefined) create.mutate(asked);
    else showErrors(wrong);
  };
  const written = (name: 'first_name' | 'last_name' | 'email'): TextInputProps => ({
    name,
    value: user[name],
    autoComplete: 'off',
    onChange: ({ currentTarget }) => change({ [name]: currentTarget.value }),
  });
  return (
    <form ref={form} className="section-form" noValidate onSubmit={onSubmit}>
      <Card>
        <NewPhotoRow photo={user.photo} onChange={(photo) => change({ photo })} />
        <CardRow label={t('create_user.first_name')} error={errors.first_name}>
          {(field) => <TextInput {...field} {...written('first_name')} maxLength={100} />}
        </CardRow>
        <CardRow label={t('create_user.last_name')} error={errors.last_name}>
          {(field) => <TextInput {...field} {...written('last_name')} maxLength={100} />}
        </CardRow>
        <CardRow label={t('create_user.email')} error={errors.email}>
          {(field) => (
            <TextInput
              {...field}
              {...written('email')}
              type="email"
              inputMode="email"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
            />
          )}
        </CardRow>
      </Card>
      <Card>
        <CardRow label={t('create_user.role')} error={errors.role}>
          <RoleCards value={user.role} onChoose={(role) => change({ role })} />
        </CardRow>
      </Card>
      <Card>
        <CardRow label={t('create_user.invite')} help={t('create_user.invite_help')} error={errors.invite}>
          {(field) => <Switch {...field} checked={user.invite} onSwitch={(invite) => change({ invite })} />}
        </CardRow>
        {!user.invite && (
          <CardRow label={t('create_user.password')} help={t('create_user.password_help')}>
            <NewPasswordFields
              faults={errors}
              about={[user.first_name, user.last_name, user.email]}
              onChange={() => change({ password: '', password_confirmation: '' })}
            />
          </CardRow>
        )}
      </Card>
      <Card>
        <CardRow
          label={t('capacity.label')}
          help={t(isLimited ? 'user_storage.capacity_help' : 'user_storage.capacity_idle')}
          error={errors.capacity}
        >
          <CapacityField value={user.capacity} onChange={(capacity) => change({ capacity })} />
        </CardRow>
      </Card>
      <div className="section-form-actions">
        <Button look="ghost" onClick={onCancel} disabled={create.isPending}>
          {t('actions.cancel')}
        </Button>
        <Button look="primary" type="submit" busy={create.isPending}>
          {t('create_user.submit')}
        </Button>
      </div>
    </form>
  );
};
