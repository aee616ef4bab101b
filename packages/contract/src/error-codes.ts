import { z } from 'zod';
import { itemTypes } from './item-types.ts';

/**
 * Every error that a caller can meet, as `noun.reason` with its HTTP status. The code is also the
 * client's translation key (`errors.<code>`); the server's message is the English fallback.
 */
export const errorStatuses = {
  'request.malformed': 400,
  'request.not_found': 404,
  'request.method_not_allowed': 405,
  'request.too_large': 413,
  'request.unsupported_type': 415,
  'request.invalid': 422,
  'request.cross_site': 403,
  'session.required': 401,
  'session.forbidden': 403,
  'session.not_found': 404,
  'sign_in.failed': 401,
  'sign_in.suspended': 403,
  'bot.refused': 422,
  'two_factor.wrong_code': 401,
  'two_factor.no_challenge': 401,
  'two_factor.already_on': 409,
  'two_factor.not_begun': 409,
  'two_factor.off': 409,
  'two_factor.unreadable': 409,
  'link.expired': 410,
  'registration.closed': 404,
  'token.scope': 403,
  'token.session_only': 403,
  'token.not_found': 404,
  'token.too_many': 422,
  'picture.not_found': 404,
  'picture.unreadable': 422,
  'picture.too_large': 413,
  'picture.too_many_pixels': 422,
  'user.not_found': 404,
  'user.last_admin': 409,
  'user.yourself': 409,
  'user.own_email': 409,
  'user.suspended': 409,
  'user.deleting': 409,
  'settings.locked': 409,
  'mail.not_sent': 422,
  'job.not_found': 404,
  'limit.too_many': 429,
  'item.not_found': 404,
  'item.name_taken': 409,
  'item.parent_is_file': 422,
  'item.wrong_type': 422,
  'folder.too_deep': 422,
  'folder.into_itself': 422,
  'batch.too_large': 422,
  'favourite.not_folder': 422,
  'favourite.too_many': 422,
  'operation.not_found': 404,
  'operation.stale': 409,
  'upload.gap': 409,
  'upload.mismatch': 409,
  'upload.not_found': 404,
  'upload.over_limit': 413,
  'upload.blocked_type': 422,
  'upload.incomplete': 400,
  'upload.disabled': 403,
  'upload.too_many_open': 429,
  'folder.disabled': 403,
  'download.disabled': 403,
  'download.range': 416,
  'download.precondition': 412,
  'storage.exceeded': 423,
  'storage.disk_full': 507,
  'share.not_found': 404,
  'share.expired': 404,
  'share.locked': 401,
  'share.wrong_password': 401,
  'share.unavailable': 403,
  'share.forbidden': 403,
  'share.root': 403,
  'share.exhausted': 403,
  'share.exists': 409,
  'share.not_folder': 422,
  'deed.not_found': 404,
  'file_request.not_found': 404,
  'file_request.closed': 410,
  'file_request.full': 423,
  'thumbnail.not_found': 404,
  'zip.empty': 404,
  'zip.too_large': 422,
  'channel.forbidden': 403,
  'setup.required': 503,
  'server.unavailable': 503,
  'server.failed': 500,
} as const;

export type ErrorCode = keyof typeof errorStatuses;
export const errorCodes = Object.keys(errorStatuses) as ErrorCode[];

/** `application/problem+json` (RFC 9457) as every failed call answers it. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.string(),
  message: z.string(),
  /** Field name to sentences, where single fields are at fault. */
  errors: z.record(z.string(), z.array(z.string())).optional(),
  /** With `upload.gap`: the byte at which the server wants to go on. */
  offset: z.number().int().optional(),
  /** With `share.locked`: what the link leads to; neither name nor size. */
  shared: z.enum(itemTypes).optional(),
  /** With `item.name_taken` at an upload: what bears the name already. */
  existing: z
    .object({
      id: z.string(),
      type: z.enum(itemTypes),
      /** Bytes; folders have none. */
      size: z.number().int().nullable(),
      updated_at: z.iso.datetime(),
    })
    .optional(),
});
export type Problem = z.output<typeof problem>;
