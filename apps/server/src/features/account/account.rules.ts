import { AppError, invalidField } from '#lib/app-error.ts';
import type { NewPassword } from './account.types.ts';

const minute = 60_000;
const hour = 60 * minute;

/** How long mailed links open something, in milliseconds. */
export const linkLifetimes = {
  password: hour,
  /** An administrator’s invitation: it may come while somebody is on holiday. */
  welcome: 7 * 24 * hour,
  registration: 24 * hour,
  email: 24 * hour,
} as const;

/**
 * The payloads of links for a password. A link replaces those alone that bear the same: what somebody else asks for
 * by way of the sign-in page must not void what an administrator has given.
 */
export const invitation = 'welcome';
export const handedOver = 'handed_over';

/** @throws request.invalid */
export const expectSame = ({ password, password_confirmation: again }: NewPassword): void => {
  if (password !== again) throw invalidField('password_confirmation', 'The passwords don’t match.');
};

/** Signs of the application's title in an authenticator app, so that the QR code stays easy to read. */
const longestIssuer = 40;
export const issuerOf = (title: string): string => title.slice(0, longestIssuer).toWellFormed();

/** A code as it was typed, without the space that apps show in its middle. */
export const bareCode = (typed: string): string => typed.replaceAll(/\s/g, '');

/** The language that somebody has chosen; the application's own where they have not. */
export const localeOf = ({ locale }: { readonly locale: string | null }): { readonly locale?: string } =>
  locale === null ? {} : { locale };

/** Whether a change failed because its e-mail belongs to another account. */
export const isAddressTaken = (error: unknown): boolean =>
  error instanceof AppError && error.details.errors?.['email'] !== undefined;
