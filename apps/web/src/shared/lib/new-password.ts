import { passwordLimits } from '@holdall/contract/password-limits';
import { text } from '#shared/i18n/messages.ts';

/** Sentences about the fields of a new password, by the names of the contract. */
export type NewPasswordFaults = Partial<Record<'password' | 'password_confirmation', string>>;

/** What can be said of a new password without the server, which knows more. */
export const newPasswordFaults = (password: string, repeated: string): NewPasswordFaults => {
  if (password === '') return { password: text('sign_in.password_missing') };
  if (password.length < passwordLimits.min)
    return { password: text('new_password.too_short', { count: passwordLimits.min }) };
  if (password.length > passwordLimits.max)
    return { password: text('new_password.too_long', { count: passwordLimits.max }) };
  if (password !== repeated) return { password_confirmation: text('new_password.differs') };
  return {};
};
