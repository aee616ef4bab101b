import { ApiError } from '#shared/api/api-error.ts';
import { errorText } from './error-text.ts';

/**
 * Returns the text about a failed call at the field that was sent: the server's objection, else why the call failed.
 */
export const fieldFault = (error: unknown, name: string): string =>
  (error instanceof ApiError && error.errors[name]?.[0]) || errorText(error);
