import { z } from 'zod';
import { appEndpoints } from './app.endpoints.ts';
import { authEndpoints } from './auth.endpoints.ts';
import { endpoint } from './endpoint.ts';
import { email, newPassword, personName } from './users.ts';

/** The address that an account is looked up by: its form is not checked. */
const givenEmail = z
  .string()
  .trim()
  .min(1, 'Enter your email address.')
  .max(254, { error: 'This email is too long.', abort: true })
  .regex(/^\P{Cc}*$/u, 'An email has no control characters.');
/** Longer than any real password, refused before it costs a hash. */
export const givenPassword = z
  .string()
  .min(1, 'Enter your password.')
  .max(1024, 'This password is too long.');
/** The token that the bot-protection service gave the page; asked for where `allowedRecaptcha` is on. */
const recaptcha = z.string().max(8192).optional();
/** From a link that was mailed: 256 random bits, base64url. */
const linkToken = z.string().min(1).max(200);
const smallBody = 16 * 1024;
/** Says nothing: it is the same whether there is such an account. */
const nothing = z.object({});

export const signIn = endpoint({
  ...authEndpoints.signIn,
  frees: true,
  access: 'public',
  tag: 'Session',
  summary: 'Sign in; sets the session cookie, or asks for the second factor.',
  body: z.strictObject({
    email: givenEmail,
    password: givenPassword,
    remember: z.boolean().default(false),
    recaptcha,
  }),
  bodyKind: 'json',
  bodyLimit: smallBody,
  answers: { 200: z.object({ two_factor: z.boolean() }) },
  errors: ['sign_in.failed', 'sign_in.suspended', 'limit.too_many', 'request.cross_site', 'bot.refused'],
});

/** Six digits, with or without spaces in between. */
const givenCode = z
  .string()
  .max(20, { abort: true })
  .transform((text) => text.replaceAll(/\s/g, ''))
  .pipe(
    z
      .string()
      .max(20, { abort: true })
      .regex(/^\d{6}$/, 'The code has six digits.'),
  );

export const twoFactorChallenge = endpoint({
  ...authEndpoints.twoFactorChallenge,
  frees: true,
  access: 'public',
  tag: 'Session',
  summary: 'The second factor of a sign-in that has begun: a code of the app, or a recovery code.',
  body: z.union([
    z.strictObject({ code: givenCode }),
    z.strictObject({ recovery_code: z.string().trim().min(1, 'Enter a recovery code.').max(64) }),
  ]),
  bodyKind: 'json',
  bodyLimit: smallBody,
  answers: { 200: z.object({ recovery_codes_left: z.number().int().min(0) }) },
  errors: [
    'two_factor.wrong_code',
    'two_factor.no_challenge',
    'two_factor.unreadable',
    'sign_in.suspended',
    'limit.too_many',
    'request.cross_site',
  ],
});

export const signOut = endpoint({
  ...appEndpoints.signOut,
  frees: true,
  access: 'public',
  tag: 'Session',
  summary: 'Sign out; the session is gone on the server, too.',
  answers: { 204: null },
  errors: ['request.cross_site'],
});

export const forgotPassword = endpoint({
  ...authEndpoints.forgotPassword,
  access: 'public',
  tag: 'Session',
  summary: 'Mail a link to choose a new password; answers the same for every address.',
  body: z.strictObject({ email, recaptcha }),
  bodyKind: 'json',
  bodyLimit: smallBody,
  answers: { 200: nothing },
  errors: ['limit.too_many', 'request.cross_site', 'bot.refused'],
});

export const resetPassword = endpoint({
  ...authEndpoints.resetPassword,
  access: 'public',
  tag: 'Session',
  summary: 'Choose a new password with a mailed link; every session of the account ends.',
  body: z.strictObject({
    token: linkToken,
    email: givenEmail,
    password: newPassword,
    password_confirmation: z.string().max(1024),
  }),
  bodyKind: 'json',
  bodyLimit: smallBody,
  /** The number of access tokens that go on working. */
  answers: { 200: z.object({ access_tokens: z.number().int().min(0) }) },
  errors: ['link.expired', 'limit.too_many', 'request.cross_site'],
});

const kindOfLink = <const Kind extends string>(kinds: readonly Kind[]) =>
  z.object({ kind: z.enum(kinds), email: z.string() });

export const inspectMailedLink = endpoint({
  ...authEndpoints.inspectMailedLink,
  access: 'public',
  tag: 'Session',
  summary:
    'Ask whether a mailed link still opens something, and whose it is; it is not used up. `purpose` is what the page can do with it.',
  body: z.discriminatedUnion('purpose', [
    z.strictObject({ purpose: z.literal('password'), token: linkToken, email: givenEmail }),
    z.strictObject({ purpose: z.literal('confirmation'), token: linkToken }),
  ]),
  bodyKind: 'json',
  bodyLimit: smallBody,
  answers: {
    200: kindOfLink(['reset', 'invitation', 'registration', 'email_change']).extend({
      /** The address is confirmed already: nothing is left to do. */
      confirmed: z.boolean(),
    }),
  },
  errors: ['link.expired', 'limit.too_many', 'request.cross_site'],
});
export type MailedLink = z.output<(typeof inspectMailedLink)['answers'][200]>;

export const register = endpoint({
  ...authEndpoints.register,
  access: 'public',
  tag: 'Session',
  summary: 'Ask for an account, where registration is switched on; a mailed link confirms it.',
  body: z.strictObject({
    first_name: personName.pipe(z.string().min(1, 'Enter your name.')),
    last_name: personName.default(''),
    email,
    password: newPassword,
    password_confirmation: z.string().max(1024),
    recaptcha,
  }),
  bodyKind: 'json',
  bodyLimit: smallBody,
  answers: { 200: nothing },
  errors: ['registration.closed', 'limit.too_many', 'request.cross_site', 'bot.refused'],
});

export const confirmEmail = endpoint({
  ...authEndpoints.confirmEmail,
  access: 'public',
  tag: 'Session',
  summary:
    'Confirm an address with a mailed link: a registration, with the `password` that was chosen for it, or a changed email.',
  body: z.strictObject({ token: linkToken, password: givenPassword.optional() }),
  bodyKind: 'json',
  bodyLimit: smallBody,
  answers: { 200: kindOfLink(['registration', 'email_change']) },
  errors: ['link.expired', 'limit.too_many', 'request.cross_site'],
});

/** The part of the endpoint table that stands here. */
export const authTable = {
  confirmEmail,
  forgotPassword,
  inspectMailedLink,
  register,
  resetPassword,
  signIn,
  signOut,
  twoFactorChallenge,
};
