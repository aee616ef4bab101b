import type { Role } from '@holdall/contract/permissions';
import { isEmail } from '#shared/lib/is-email.ts';
import { newPasswordFault } from '#shared/lib/new-password.ts';
import type { Faults } from '#shared/lib/use-form.ts';
import type { Translate } from '#shared/i18n/messages.ts';
import type { Capacity } from './capacity.ts';

/** Draft of a new user without the password. */
export interface NewProfile {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly role: Role;
  readonly invite: boolean;
  /** Undefined while the size is invalid. */
  readonly capacity: Capacity | undefined;
  /** A square image. */
  readonly photo: Blob | undefined;
}

/** Returns the request body of a new user; an invited user chooses the password. */
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

/** Returns the errors before it is sent; the server validates again. */
export const newUserFaults = (t: Translate, user: NewUser): Faults => ({
  first_name: user.first_name.trim() === '' ? t('create_user.name_missing') : undefined,
  email: isEmail(user.email) ? undefined : t('create_user.email_invalid'),
  capacity: user.capacity === undefined ? t('bytes.invalid') : undefined,
  password: user.invite ? undefined : newPasswordFault(user.password),
});
