import { z } from 'zod';
import { givenPassword } from './auth.ts';
import { accountEndpoints } from './account.endpoints.ts';
import { endpoint } from './endpoint.ts';
import { id } from './ids.ts';
import { lineOfText } from './line-of-text.ts';
import { email, newPassword } from './users.ts';

/** Every change of what opens an account asks for the password that opens it now. */
const confirmed = z.strictObject({ current_password: givenPassword });
const tag = 'Account';
const smallBody = 16 * 1024;

export const updatePassword = endpoint({
  ...accountEndpoints.updatePassword,
  access: 'user',
  credentials: true,
  demo: false,
  tag,
  summary: 'Change your password; all your other sessions end.',
  body: confirmed.extend({ password: newPassword, password_confirmation: z.string().max(1024) }),
  bodyKind: 'json',
  bodyLimit: smallBody,
  answers: { 204: null },
  errors: ['limit.too_many'],
});

export const updateEmail = endpoint({
  ...accountEndpoints.updateEmail,
  access: 'user',
  credentials: true,
  demo: false,
  tag,
  summary: 'Change your email: at once, or after a mailed link confirmed it where mail is on.',
  body: confirmed.extend({ email }),
  bodyKind: 'json',
  bodyLimit: smallBody,
  /** The new address must be confirmed first. */
  answers: { 200: z.object({ confirmation: z.boolean() }) },
  errors: ['limit.too_many'],
});

const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

export const startTwoFactor = endpoint({
  ...accountEndpoints.startTwoFactor,
  access: 'user',
  credentials: true,
  beforeTwoFactor: true,
  demo: false,
  tag,
  summary: 'Begin with two-factor sign-in: a secret for the app; it counts once a code has confirmed it.',
  body: confirmed,
  bodyKind: 'json',
  bodyLimit: smallBody,
  answers: {
    200: z.object({
      /** Base32, to be typed. */
      secret: z.string(),
      /** `otpauth://…` */
      uri: z.string(),
      /** The same as an SVG image. */
      qr: z.string(),
    }),
  },
  errors: ['two_factor.already_on', 'limit.too_many'],
});

export const confirmTwoFactor = endpoint({
  ...accountEndpoints.confirmTwoFactor,
  access: 'user',
  credentials: true,
  beforeTwoFactor: true,
  demo: false,
  tag,
  summary: 'Switch two-factor sign-in on with a first code; answers the recovery codes, this once.',
  body: z.strictObject({ code: z.string().max(20) }),
  bodyKind: 'json',
  bodyLimit: smallBody,
  answers: { 200: recoveryCodes },
  errors: ['two_factor.already_on', 'two_factor.not_begun', 'limit.too_many'],
});

export const removeTwoFactor = endpoint({
  ...accountEndpoints.removeTwoFactor,
  access: 'user',
  credentials: true,
  demo: false,
  tag,
  summary: 'Switch two-factor sign-in off.',
  body: confirmed,
  bodyKind: 'json',
  bodyLimit: smallBody,
  answers: { 204: null },
  errors: ['two_factor.must_stay', 'limit.too_many'],
});

export const renewRecoveryCodes = endpoint({
  ...accountEndpoints.renewRecoveryCodes,
  access: 'user',
  credentials: true,
  demo: false,
  tag,
  summary: 'Ten new recovery codes; the old ones are void.',
  body: confirmed,
  bodyKind: 'json',
  bodyLimit: smallBody,
  answers: { 200: recoveryCodes },
  errors: ['two_factor.off', 'limit.too_many'],
});

export const tokenScopes = ['read', 'write'] as const;
export type TokenScope = (typeof tokenScopes)[number];

const tokenAttributes = z.object({
  name: z.string(),
  scope: z.enum(tokenScopes),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
  expires_at: z.iso.datetime().nullable(),
});
const token = z.object({ id, type: z.literal('token'), attributes: tokenAttributes });
export type ApiToken = z.output<typeof token>;

/** Tokens that one person may have. */
export const maxTokens = 50;

export const listTokens = endpoint({
  ...accountEndpoints.listTokens,
  access: 'user',
  credentials: true,
  tag,
  summary: 'Your personal access tokens, the newest first.',
  answers: { 200: z.object({ data: z.array(token) }) },
});

export const createToken = endpoint({
  ...accountEndpoints.createToken,
  access: 'user',
  credentials: true,
  demo: false,
  tag,
  summary: 'Make a personal access token; its text is answered this once.',
  body: confirmed.extend({
    name: lineOfText.min(1, 'Give the token a name, such as what it’s for.').max(80),
    scope: z.enum(tokenScopes),
    expires_in_days: z.int().min(1).max(3650).optional(),
  }),
  bodyKind: 'json',
  bodyLimit: smallBody,
  answers: {
    201: z.object({ data: token.extend({ attributes: tokenAttributes.extend({ token: z.string() }) }) }),
  },
  errors: ['token.too_many', 'limit.too_many'],
});

export const removeToken = endpoint({
  ...accountEndpoints.removeToken,
  access: 'user',
  credentials: true,
  tag,
  summary: 'Revoke a personal access token.',
  params: z.strictObject({ id }),
  answers: { 204: null },
  errors: ['token.not_found'],
});

/** Names a session without being its key. */
const sessionId = z
  .string()
  .max(64, { error: 'No session has this name.', abort: true })
  .regex(/^[0-9a-f]{64}$/, 'No session has this name.');

const device = z.object({
  id: sessionId,
  type: z.literal('session'),
  attributes: z.object({
    address: z.string(),
    user_agent: z.string(),
    remember: z.boolean(),
    /** It is the one that asks. */
    current: z.boolean(),
    created_at: z.iso.datetime(),
    last_seen_at: z.iso.datetime(),
  }),
});
export type Device = z.output<typeof device>;

export const listSessions = endpoint({
  ...accountEndpoints.listSessions,
  access: 'user',
  credentials: true,
  tag,
  summary: 'Where you are signed in, the latest used first; a hundred at the most.',
  answers: { 200: z.object({ data: z.array(device) }) },
});

export const endSession = endpoint({
  ...accountEndpoints.endSession,
  access: 'user',
  credentials: true,
  tag,
  summary: 'Sign one of your devices out. Of the one that asks no password is asked.',
  params: z.strictObject({ id: sessionId }),
  body: z.strictObject({ current_password: givenPassword.optional() }),
  bodyKind: 'json',
  bodyLimit: smallBody,
  answers: { 204: null },
  errors: ['session.not_found', 'limit.too_many'],
});

export const endOtherSessions = endpoint({
  ...accountEndpoints.endOtherSessions,
  access: 'user',
  credentials: true,
  tag,
  summary: 'Sign out everywhere but here.',
  body: confirmed,
  bodyKind: 'json',
  bodyLimit: smallBody,
  answers: { 200: z.object({ ended: z.number().int().min(0) }) },
  errors: ['limit.too_many'],
});

/** The part of the endpoint table that stands here. */
export const accountTable = {
  confirmTwoFactor,
  createToken,
  endOtherSessions,
  endSession,
  listSessions,
  listTokens,
  removeToken,
  removeTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
  updateEmail,
  updatePassword,
};
