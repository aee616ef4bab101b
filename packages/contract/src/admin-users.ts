import { z } from 'zod';
import { givenPassword } from './auth.ts';
import { adminEndpoints } from './admin.endpoints.ts';
import { endpoint } from './endpoint.ts';
import { id } from './ids.ts';
import { lineOfText } from './line-of-text.ts';
import { pageMeta } from './page.ts';
import { role } from './permissions.ts';
import { reasonLimit, usersPage } from './limits.ts';
import { storage } from './storage.ts';
import {
  country,
  email,
  newPassword,
  personName,
  restrictions,
  timezone,
  userAttributes,
  userStatuses,
} from './users.ts';
import { userSortFields } from './choices.ts';

const tag = 'Administration';
const access = 'admin';
const smallBody = 16 * 1024;
const bytes = z.number().int().min(0);
const params = z.strictObject({ id });
/** The reason why somebody is suspended or restricted: they read it. */
const reason = lineOfText.max(reasonLimit, `A reason can have at most ${reasonLimit} characters.`);
/** Bytes; null: unlimited; `default`: as the settings have it. */
const capacity = z.union([z.int().min(0), z.null(), z.literal('default')]);

/** A user as administrators see them. */
const managedUser = z.object({
  id,
  type: z.literal('user'),
  attributes: userAttributes.extend({
    first_name: z.string(),
    last_name: z.string(),
    country: country.nullable(),
    timezone: timezone.nullable(),
    suspended_reason: z.string().nullable(),
    /** Time of the last use of a session of it; null: never. */
    last_seen_at: z.iso.datetime().nullable(),
  }),
  meta: z.object({
    storage: z.object({
      used: bytes,
      /** The capacity that counts now; null: unlimited. */
      capacity: bytes.nullable(),
      /** The capacity that an administrator has given, even where the plan does not let it count. */
      given: capacity,
      /** The capacity is this account's own, not the default. */
      own_capacity: z.boolean(),
      percentage: z.number().min(0),
    }),
    items: z.object({ files: z.number().int().min(0), folders: z.number().int().min(0) }),
    restrictions,
    /** The account is being deleted: nobody can sign in to it any more. */
    deleting: z.boolean(),
    /** Sessions that are alive. */
    sessions: z.number().int().min(0),
  }),
});
export type ManagedUser = z.output<typeof managedUser>;
export const oneManagedUser = z.object({ data: managedUser });

const listQuery = z.strictObject({
  /** Part of a name or an e-mail, taken literally. */
  search: z.string().trim().max(200).default(''),
  sort: z.enum(userSortFields).default('created_at'),
  direction: z.enum(['ASC', 'DESC']).default('DESC'),
  offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(usersPage),
});
export type UsersQuery = z.output<typeof listQuery>;

export const listUsers = endpoint({
  ...adminEndpoints.listUsers,
  access,
  tag,
  summary: 'Users, page by page, searched and sorted.',
  query: listQuery,
  answers: { 200: z.object({ data: z.array(managedUser), meta: pageMeta }) },
});

export const createUser = endpoint({
  ...adminEndpoints.createUser,
  access,
  tag,
  summary:
    'Make an account; with `invite` its owner is mailed a link to choose a password instead of being given one. Access tokens make no administrators.',
  body: z.strictObject({
    first_name: personName.pipe(z.string().min(1, 'Enter a name.')),
    last_name: personName.default(''),
    email,
    role,
    password: newPassword.optional(),
    password_confirmation: z.string().max(1024).optional(),
    invite: z.boolean().default(false),
    capacity: capacity.default('default'),
  }),
  bodyKind: 'json',
  bodyLimit: smallBody,
  answers: { 201: oneManagedUser },
  errors: ['token.session_only'],
});

export const getManagedUser = endpoint({
  ...adminEndpoints.getManagedUser,
  access,
  tag,
  summary: 'One user.',
  params,
  answers: { 200: oneManagedUser },
  errors: ['user.not_found'],
});

export const updateManagedUser = endpoint({
  ...adminEndpoints.updateManagedUser,
  access,
  tag,
  summary:
    'Change who a user is, or suspend and reactivate them; suspended users are signed out at once. Access tokens change no `email`.',
  params,
  body: z
    .strictObject({
      first_name: personName,
      last_name: personName,
      email,
      country: country.nullable(),
      timezone: timezone.nullable(),
      status: z.enum(userStatuses),
      reason: reason.nullable(),
    })
    .partial(),
  bodyKind: 'json',
  bodyLimit: smallBody,
  answers: { 200: oneManagedUser },
  errors: [
    'token.session_only',
    'user.not_found',
    'user.last_admin',
    'user.yourself',
    'user.own_email',
    'user.deleting',
  ],
});

export const updateUserRole = endpoint({
  ...adminEndpoints.updateUserRole,
  access,
  credentials: true,
  tag,
  summary: 'Make a user an administrator, or an administrator a user; the last one stays.',
  params,
  body: z.strictObject({ role }),
  bodyKind: 'json',
  bodyLimit: smallBody,
  answers: { 200: oneManagedUser },
  errors: ['user.not_found', 'user.last_admin', 'user.deleting'],
});

export const getUserStorage = endpoint({
  ...adminEndpoints.getUserStorage,
  access,
  tag,
  summary: 'What a user stores by category, and their traffic.',
  params,
  answers: { 200: storage },
  errors: ['user.not_found'],
});

export const updateUserStorage = endpoint({
  ...adminEndpoints.updateUserStorage,
  access,
  tag,
  summary: 'Give a user a capacity of their own, none, or the default one.',
  params,
  body: z.strictObject({ capacity }),
  bodyKind: 'json',
  bodyLimit: smallBody,
  answers: { 200: oneManagedUser },
  errors: ['user.not_found', 'user.deleting'],
});

export const updateUserRestrictions = endpoint({
  ...adminEndpoints.updateUserRestrictions,
  access,
  tag,
  summary: 'Switch uploading, downloading or creating folders off for a user, with a reason that they read.',
  params,
  body: z.strictObject({
    canUpload: z.boolean(),
    canDownload: z.boolean(),
    canCreateFolder: z.boolean(),
    reason: reason.nullable().optional(),
  }),
  bodyKind: 'json',
  bodyLimit: smallBody,
  answers: { 200: oneManagedUser },
  errors: ['user.not_found', 'user.deleting'],
});

export const sendUserPasswordReset = endpoint({
  ...adminEndpoints.sendUserPasswordReset,
  access,
  credentials: true,
  tag,
  summary: 'Mail a user a link to choose a new password.',
  params,
  answers: { 204: null },
  errors: ['user.not_found', 'user.suspended', 'limit.too_many', 'user.deleting'],
});

const passwordLink = z.object({
  data: z.object({
    /** Opens the account once; it is answered here alone. */
    url: z.url(),
    /** The same as a QR code. */
    svg: z.string(),
    expires_at: z.iso.datetime(),
  }),
});
export type PasswordLink = z.output<typeof passwordLink>['data'];

export const createResetLink = endpoint({
  ...adminEndpoints.createResetLink,
  access,
  credentials: true,
  tag,
  summary:
    'Make a link by which a user chooses a new password, to be handed over by the administrator; it works for one hour, once.',
  params,
  body: z.strictObject({ current_password: givenPassword }),
  bodyKind: 'json',
  bodyLimit: smallBody,
  answers: { 201: passwordLink },
  errors: ['user.not_found', 'user.suspended', 'user.yourself', 'limit.too_many', 'user.deleting'],
});

export const createInvitationLink = endpoint({
  ...adminEndpoints.createInvitationLink,
  access,
  credentials: true,
  tag,
  summary:
    'Make a link by which a user who has never signed in chooses a password; it works for seven days, once, and in the place of invitations before it.',
  params,
  answers: { 201: passwordLink },
  errors: ['user.not_found', 'user.suspended', 'user.signed_in_before', 'user.deleting'],
});

export const endUserSessions = endpoint({
  ...adminEndpoints.endUserSessions,
  access,
  credentials: true,
  tag,
  summary: 'Sign a user out everywhere; their personal access tokens stay.',
  params,
  answers: { 200: z.object({ ended: z.number().int().min(0) }) },
  errors: ['user.not_found', 'user.deleting'],
});

export const resetUserTwoFactor = endpoint({
  ...adminEndpoints.resetUserTwoFactor,
  access,
  credentials: true,
  tag,
  summary: 'Switch two-factor sign-in off for a user who has lost both the app and the recovery codes.',
  params,
  body: z.strictObject({ current_password: givenPassword }),
  bodyKind: 'json',
  bodyLimit: smallBody,
  answers: { 200: oneManagedUser },
  errors: ['user.not_found', 'limit.too_many', 'user.deleting'],
});

export const deleteUser = endpoint({
  ...adminEndpoints.deleteUser,
  access,
  tag,
  summary: 'Delete a user with everything they store; `name` must be theirs. It goes on in the background.',
  params,
  /** Equal to the user's name, or to the e-mail of one without a name. */
  body: z.strictObject({ name: z.string().max(600) }),
  bodyKind: 'json',
  bodyLimit: smallBody,
  answers: { 204: null },
  errors: ['user.not_found', 'user.last_admin', 'user.yourself', 'user.deleting'],
});

/** The part of the endpoint table that stands here. */
export const adminUsersTable = {
  createInvitationLink,
  createResetLink,
  createUser,
  deleteUser,
  endUserSessions,
  getManagedUser,
  getUserStorage,
  listUsers,
  resetUserTwoFactor,
  sendUserPasswordReset,
  updateManagedUser,
  updateUserRestrictions,
  updateUserRole,
  updateUserStorage,
};
