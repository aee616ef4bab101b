import { ApiError } from '#shared/api/api-error.ts';
import { hasText, text } from './messages.ts';

/** Returns the text about a failed call: the message of its code, else the server's own, else the general one. */
export const errorText = (error: unknown): string => {
  if (!(error instanceof ApiError)) return text('errors.server.failed');
  const key = `errors.${error.code}`;
  if (hasText(key)) return text(key);
  return error.message || text('errors.server.failed');
};

/** Returns the fault of the name that was sent; undefined where the failure has nothing to do with it. */
export const nameError = (error: unknown): string | undefined => {
  if (!(error instanceof ApiError)) return undefined;
  return error.code === 'item.name_taken' ? errorText(error) : error.errors['name']?.[0];
};
