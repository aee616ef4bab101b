import './create-user-form.css';
import type { Role } from '@holdall/contract/permissions';
import { useState, type SubmitEvent } from 'react';
import type { ManagedUser, PasswordLink } from '@holdall/contract/admin-users';
import { useConfig } from '#shared/config/config.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useForm, valuesIn } from '#shared/lib/use-form.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card, CardRow } from '#shared/ui/card.tsx';
import { ChoiceCards } from '#shared/ui/choice-cards.tsx';
import { FormProblem } from '#shared/ui/field-error.tsx';
import { RoleTag } from '#shared/ui/role-tag.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { TextInput, type TextInputProps } from '#shared/ui/text-input.tsx';
import { NewPasswordField } from '#shared/ui/new-password-field.tsx';
import { isLimiting } from '../capacity.ts';
import { useCreateUser } from '../create-user.mutations.ts';
import { emptyProfile, newUserFaults, type NewProfile, type NewUser } from '../new-user.ts';
import { roles } from '../roles.ts';
import { CapacityField } from './capacity-field.tsx';
import { NewPhotoRow } from './new-photo-row.tsx';
import { PasswordLinkPopup } from './password-link.popup.tsx';

interface CreateUserFormProps {
  readonly onCreated: (user: ManagedUser) => void;
  readonly onCancel: () => void;
}

interface RoleCardsProps {
  readonly value: Role;
  readonly disabled?: boolean;
  readonly onChoose: (role: Role) => void;
}

/** Choice of a role with its permissions. */
const RoleCards = ({ value, disabled = false, onChoose }: RoleCardsProps) => {
  const t = useText();
  return (
    <ChoiceCards
      label={t('create_user.role')}
      value={value}
      disabled={disabled}
      choices={roles.map((role) => ({
        value: role,
        title: <RoleTag role={role} />,
        text: t(`role.${role}_help`),
      }))}
      onChoose={onChoose}
    />
  );
};

/** Form for a new account. Errors show under their fields, and the first one gets the focus. */
export const CreateUserForm = ({ onCreated, onCancel }: CreateUserFormProps) => {
  const t = useText();
  const areMailsSent = useConfig(({ mails }) => mails);
  const isLimited = useConfig(isLimiting);
  const [user, setUser] = useState(emptyProfile);
  const [invited, setInvited] = useState<{ user: ManagedUser; link: PasswordLink }>();
  const { invite } = user;
  const create = useCreateUser(areMailsSent, (made, link) => {
    if (link) setInvited({ user: made, link });
    else onCreated(made);
  });
  const { form, faults, left, check, forget } = useForm(create.error);
  const change = (changed: Partial<NewProfile>): void => {
    setUser((current) => ({ ...current, ...changed }));
    forget();
  };
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const value = valuesIn(form.current);
    const asked: NewUser = { ...user, password: value('password') };
    if (check(newUserFaults(t, asked))) create.mutate(asked);
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
        <CardRow label={t('create_user.first_name')} error={faults['first_name']}>
          {(field) => <TextInput {...field} {...written('first_name')} maxLength={100} />}
        </CardRow>
        <CardRow label={t('create_user.last_name')} error={faults['last_name']}>
          {(field) => <TextInput {...field} {...written('last_name')} maxLength={100} />}
        </CardRow>
        <CardRow label={t('create_user.email')} error={faults['email']}>
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
        <CardRow label={t('create_user.role')} error={faults['role']}>
          <RoleCards value={user.role} onChoose={(role) => change({ role })} />
        </CardRow>
      </Card>
      <Card>
        <CardRow
          label={t(areMailsSent ? 'create_user.invite' : 'create_user.invite_link')}
          help={t(areMailsSent ? 'create_user.invite_help' : 'create_user.invite_off')}
          error={faults['invite']}
        >
          {(field) => <Switch {...field} checked={invite} onSwitch={(invite) => change({ invite })} />}
        </CardRow>
        {!invite && (
          <CardRow label={t('create_user.password')} help={t('create_user.password_help')}>
            <NewPasswordField
              error={faults['password']}
              about={[user.first_name, user.last_name, user.email]}
              onChange={forget}
            />
          </CardRow>
        )}
      </Card>
      <Card>
        <CardRow
          label={t('capacity.label')}
          help={t(isLimited ? 'user_storage.capacity_help' : 'user_storage.capacity_idle')}
          error={faults['capacity']}
        >
          {(field) => (
            <CapacityField {...field} value={user.capacity} onChange={(capacity) => change({ capacity })} />
          )}
        </CardRow>
      </Card>
      {invited && (
        <PasswordLinkPopup kind="invitation" {...invited} onClose={() => onCreated(invited.user)} />
      )}
      {left && <FormProblem>{errorText(left)}</FormProblem>}
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
