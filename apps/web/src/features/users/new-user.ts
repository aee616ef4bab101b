import type { Role } from '@holdall/contract/permissions';
import { ApiError } from '#shared/api/api-error.ts';
import { isEmail } from '#shared/lib/is-email.ts';
import { newPasswordFaults } from '#shared/lib/new-password.ts';
import type { Translate } from '#shared/i18n/messages.ts';
import type { Capacity } from './capacity.ts';

/** What is written into the form of a new user. */
export interface NewUser {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly role: Role;
  readonly password: string;
  readonly password_confirmation: string;
  readonly invite: boolean;
  /** Undefined while the size that is written is none. */
  readonly capacity: Capacity | undefined;
  /** Square. */
  readonly photo: Blob | undefined;
}

export const emptyUser: NewUser = {
  first_name: '',
  last_name: '',
  email: '',
  role: 'user',
  password: '',
  password_confirmation: '',
  invite: false,
  capacity: 'default',
  photo: undefined,
};

type NewUserField = keyof NewUser;
/** In the order of the form. */
const fields = Object.keys(emptyUser) as NewUserField[];
export type FieldErrors = Partial<Record<NewUserField, string>>;

/** What is wrong before anybody is asked; the server has the last word. */
export const newUserErrors = (t: Translate, user: NewUser): FieldErrors => {
  const errors: FieldErrors = {};
  if (user.first_name.trim() === '') errors.first_name = t('create_user.name_missing');
  if (!isEmail(user.email)) errors.email = t('create_user.email_invalid');
  if (user.capacity === undefined) errors.capacity = t('bytes.invalid');
  return user.invite
    ? errors
    : { ...errors, ...newPasswordFaults(user.password, user.password_confirmation) };
};

/** What the server says of single fields; undefined where it failed for another reason. */
export const refusedFields = (error: unknown): FieldErrors | undefined => {
  if (!(error instanceof ApiError)) return undefined;
  const refused: FieldErrors = {};
  for (const field of fields) {
    const sentence = error.errors[field]?.[0];
    if (sentence !== undefined) refused[field] = sentence;
  }
  return firstOf(refused) === undefined ? undefined : refused;
};

/** The first field that is at fault, in the order of the form. */
export const firstOf = (errors: FieldErrors): NewUserField | undefined =>
  fields.find((field) => errors[field] !== undefined);
