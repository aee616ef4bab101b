import { ApiError } from '#shared/api/api-error.ts';
import { openAlert, openGenericAlert } from '#shared/ui/alert.ts';
import { errorText, nameError } from './error-text.ts';
import { text } from './messages.ts';

/**
 * Tells that a folder was not made: in the server's words, or in general ones where it has none (specification section
 * 8).
 */
export const openCreateFolderAlert = (error: unknown): void => {
  if (!(error instanceof ApiError) || error.status === 0) openGenericAlert();
  else openAlert({ title: text('popup_error.title'), message: nameError(error) ?? errorText(error) });
};
