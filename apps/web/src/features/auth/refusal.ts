import { ApiError } from '#shared/api/api-error.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { text } from '#shared/i18n/messages.ts';
import { BotCheckError } from './bot-check-error.ts';

/** What to tell people who were not let in, or could not ask to be. */
export const refusalText = (error: unknown): string => {
  if (error instanceof BotCheckError) return text('bot.unavailable');
  if (!(error instanceof ApiError)) return errorText(error);
  if (error.status === 0) return text('sign_in.unreachable');
  // The administrator's own words, where there are some.
  return (error.code === 'sign_in.suspended' && error.message) || errorText(error);
};

/** Whether it is of no use to try again for a while. */
export const isWaiting = (error: unknown): boolean =>
  error instanceof ApiError && error.retryAt !== undefined;
