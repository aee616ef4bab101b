import './auth-form.css';
import type { SubmitEvent } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { newPasswordFaults } from '#shared/lib/new-password.ts';
import { Button } from '#shared/ui/button.tsx';
import { NewPasswordFields } from '#shared/ui/new-password-fields.tsx';
import { useFaults, valueOf } from '../form.ts';
import type { LinkToken } from '../link-token.ts';
import { useResetPassword } from '../ways-in.mutations.ts';
import { AuthProblem } from './auth-problem.tsx';

interface ResetFormProps {
  readonly link: LinkToken;
  /** Called when the link works no more. */
  readonly onExpired: () => void;
}

/** Takes a new password in exchange for a mailed link. */
export const ResetForm = ({ link, onExpired }: ResetFormProps) => {
  const t = useText();
  const reset = useResetPassword(onExpired);
  const { form, faults, check, forget } = useFaults(reset);

  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const target = event.currentTarget;
    const password = valueOf(target, 'password');
    const repeated = valueOf(target, 'password_confirmation');
    if (check({ ...newPasswordFaults(password, repeated) }))
      reset.mutate({ ...link, password, password_confirmation: repeated });
  };

  return (
    <form ref={form} className="auth-form" noValidate onSubmit={onSubmit}>
      {/* Whose password it is, for password managers. */}
      <input type="email" name="email" autoComplete="username" value={link.email} readOnly hidden />
      <NewPasswordFields faults={faults} about={[link.email]} onChange={forget} />
      <AuthProblem error={reset.error} fields={['password', 'password_confirmation']} onOver={reset.reset} />
      <Button type="submit" look="primary" size="large" full busy={reset.isPending}>
        {t('new_password.submit')}
      </Button>
    </form>
  );
};
