import type { Role } from '@holdall/contract/permissions';
import { isEmail } from '#shared/lib/is-email.ts';
import { newPasswordFault } from '#shared/lib/new-password.ts';
import type { Faults } from '#shared/lib/use-form.ts';
import type { Translate } from '#shared/i18n/messages.ts';
import type { Capacity } from './capacity.ts';

/** What is chosen and written for a new user, but for the password. */
export interface NewProfile {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly role: Role;
  readonly invite: boolean;
  /** Undefined while the size that is written is none. */
  readonly capacity: Capacity | undefined;
  /** Square. */
  readonly photo: Blob | undefined;
}

/** A new user as asked for; whoever is invited chooses the password. */
export interface NewUser extends NewProfile {
  readonly password: string;
}

export const emptyProfile: NewProfile = {
  first_name: '',
  last_name: '',
  email: '',
  role: 'user',
  invite: false,
  capacity: 'default',
  photo: undefined,
};

/** What is wrong before anybody is asked; the server has the last word. */
export const newUserFaults = (t: Translate, user: NewUser): Faults => ({
  first_name: user.first_name.trim() === '' ? t('create_user.name_missing') : undefined,
  email: isEmail(user.email) ? undefined : t('create_user.email_invalid'),
  capacity: user.capacity === undefined ? t('bytes.invalid') : undefined,
  password: user.invite ? undefined : newPasswordFault(user.password),
});
