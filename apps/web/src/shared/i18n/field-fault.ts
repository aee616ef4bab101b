import { ApiError } from '#shared/api/api-error.ts';
import { errorText } from './error-text.ts';

/** What to tell of a failed call at the field that was sent: what the server says of it, else why the call failed. */
export const fieldFault = (error: unknown, name: string): string =>
  (error instanceof ApiError && error.errors[name]?.[0]) || errorText(error);
