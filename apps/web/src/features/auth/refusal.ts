import { ApiError } from '#shared/api/api-error.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { text } from '#shared/i18n/messages.ts';
import { BotCheckError } from './bot-check-error.ts';

/** Returns the message of a refused sign-in or request. */
export const refusalText = (error: unknown): string => {
  if (error instanceof BotCheckError) return text('bot.unavailable');
  if (!(error instanceof ApiError)) return errorText(error);
  if (error.status === 0) return text('sign_in.unreachable');
  // The administrator's own reason, where one was given.
  return (error.code === 'sign_in.suspended' && error.message) || errorText(error);
};

/** Reports whether a retry is pointless for a while. */
export const isWaiting = (error: unknown): boolean =>
  error instanceof ApiError && error.retryAt !== undefined;
