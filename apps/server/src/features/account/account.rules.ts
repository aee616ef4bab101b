import { AppError, invalidField } from '#lib/app-error.ts';
import type { NewPassword } from './account.types.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Lifetimes of mailed links, in milliseconds. */
export const linkLifetimes = {
  password: hour,
  /** An administrator’s invitation, which may arrive during a holiday. */
  welcome: 7 * 24 * hour,
  registration: 24 * hour,
  email: 24 * hour,
} as const;

/**
 * Payloads of links for a password. A link replaces only links with the same payload, so that a request from the
 * sign-in page does not void what an administrator has given.
 */
export const invitation = 'welcome';
export const handedOver = 'handed_over';

/** @throws request.invalid */
export const expectSame = ({ password, password_confirmation: again }: NewPassword): void => {
  if (password !== again) throw invalidField('password_confirmation', 'The passwords don’t match.');
};

/** Characters of the application's title in an authenticator app, so that the QR code stays easy to read. */
const longestIssuer = 40;
export const issuerOf = (title: string): string => title.slice(0, longestIssuer).toWellFormed();

/** Returns a typed code without the space that apps show in its middle. */
export const bareCode = (typed: string): string => typed.replaceAll(/\s/g, '');

/** Returns the language that a user has chosen; without a choice it is the application's own. */
export const localeOf = ({ locale }: { readonly locale: string | null }): { readonly locale?: string } =>
  locale === null ? {} : { locale };

/** Tells whether a change failed because its e-mail belongs to another account. */
export const isAddressTaken = (error: unknown): boolean =>
  error instanceof AppError && error.details.errors?.['email'] !== undefined;
