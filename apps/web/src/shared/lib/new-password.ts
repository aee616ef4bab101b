import { passwordLimits } from '@holdall/contract/limits';
import { text } from '#shared/i18n/messages.ts';

/** A new password as the server takes it. */
export interface NewPassword {
  readonly password: string;
  readonly password_confirmation: string;
}

/** The one field's content twice: people see what they type instead of repeating it. */
export const newPasswordOf = (password: string): NewPassword => ({
  password,
  password_confirmation: password,
});

/** Returns the fault of a new password as far as the page can tell; the server knows more. */
export const newPasswordFault = (password: string): string | undefined => {
  if (password === '') return text('sign_in.password_missing');
  if (password.length < passwordLimits.min)
    return text('new_password.too_short', { count: passwordLimits.min });
  if (password.length > passwordLimits.max)
    return text('new_password.too_long', { count: passwordLimits.max });
  return undefined;
};
