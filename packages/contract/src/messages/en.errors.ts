import type { ErrorCode } from '../error-codes.ts';

type ErrorMessages = { readonly [Code in ErrorCode as `errors.${Code}`]: string };

/** One sentence for each error code; the server sends the same one as its `message`. */
export const errorMessages = {
  'errors.request.malformed': 'The request could not be read.',
  'errors.request.not_found': 'There is nothing at this address.',
  'errors.request.method_not_allowed': 'This address does not take that method.',
  'errors.request.too_large': 'The request is too large.',
  'errors.request.unsupported_type': 'The request has a content type that is not read here.',
  'errors.request.invalid': 'Some fields need your attention.',
  'errors.request.cross_site': 'The request came from another site and was refused.',
  'errors.session.required': 'Please sign in.',
  'errors.session.forbidden': 'You may not do this.',
  'errors.sign_in.failed': 'E-mail or password is incorrect.',
  'errors.sign_in.suspended': 'Your account is suspended. Please ask your administrator.',
  'errors.limit.too_many': 'Too many attempts. Please wait a moment and try again.',
  'errors.item.not_found': 'This item is not here anymore.',
  'errors.item.name_taken': 'An item with this name is already here.',
  'errors.item.parent_is_file': 'A file cannot hold other items.',
  'errors.folder.too_deep': 'Folders cannot be nested any deeper.',
  'errors.upload.gap': 'A part of the file is missing; the upload goes on where the server stands.',
  'errors.upload.mismatch': 'This upload was begun for another file or folder.',
  'errors.upload.not_found': 'There is no such unfinished upload.',
  'errors.upload.over_limit': 'The file is larger than uploads may be.',
  'errors.upload.blocked_type': 'Files of this type cannot be uploaded here.',
  'errors.upload.incomplete': 'The connection broke before the whole file had arrived.',
  'errors.upload.disabled': 'Uploading is disabled for your account.',
  'errors.folder.disabled': 'Creating folders is disabled for your account.',
  'errors.download.disabled': 'Downloading is disabled for your account.',
  'errors.download.range': 'The file has no such range of bytes.',
  'errors.download.precondition': 'The file has changed since.',
  'errors.storage.disk_full': 'The server has no space left on its disk.',
  'errors.setup.required': 'This server is not installed yet.',
  'errors.server.unavailable': 'The server is busy or under maintenance. Please try again soon.',
  'errors.server.failed': 'Something went wrong. Please try again.',
} as const satisfies ErrorMessages;
