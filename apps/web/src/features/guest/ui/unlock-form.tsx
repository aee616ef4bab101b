import './unlock-form.css';
import { useQueryClient } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useEffect, useRef, type SubmitEvent } from 'react';
import { ApiError } from '#shared/api/api-error.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useForm } from '#shared/lib/use-form.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { Button } from '#shared/ui/button.tsx';
import { FormProblem } from '#shared/ui/field-error.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { Wait } from '#shared/ui/wait.tsx';
import { unlock } from '../visit.ts';

interface UnlockFormProps {
  readonly token: string;
  /** Type of the shared item, the only thing that a locked link reveals. */
  readonly shared: 'folder' | 'file';
}

const isWrong = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'share.wrong_password';

/** Asks for the password of a link; its content then shows by itself. */
export const UnlockForm = ({ token, shared }: UnlockFormProps) => {
  const t = useText();
  const client = useQueryClient();
  const title = useRef<HTMLHeadingElement>(null);
  const { mutate, reset, error, isPending } = useMutation({
    mutationFn: (password: string) => unlock(client, token, password),
  });
  const { form, faults, left, read, forget } = useForm(error, { autoFocus: true });
  useEffect(() => {
    if (!title.current?.closest('form')?.contains(document.activeElement)) title.current?.focus();
  }, []);
  const retryAt = error instanceof ApiError ? error.retryAt : undefined;
  const wrong = isWrong(left) ? t('errors.share.wrong_password') : undefined;
  const problem = wrong === undefined && retryAt === undefined ? left : null;

  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (retryAt !== undefined) return;
    const values = read((value) => ({
      password: value('password') === '' ? t('guest.locked.missing') : undefined,
    }));
    if (values) mutate(values('password'));
  };
  return (
    <form ref={form} className="unlock" noValidate onSubmit={onSubmit}>
      <div className="unlock-head">
        <span className="unlock-sign">
          <Lock className="icon-20" />
        </span>
        <div>
          <p className="muted">{t('guest.locked.kicker')}</p>
          <h1 ref={title} tabIndex={-1}>
            {t(`guest.locked.${shared}`)}
          </h1>
        </div>
      </div>
      <PasswordField
        label={t('guest.locked.password')}
        name="password"
        autoComplete="current-password"
        error={faults['password'] ?? wrong}
        onChange={() => {
          forget();
          if (retryAt === undefined) reset();
        }}
      />
      {retryAt !== undefined && (
        <FormProblem>
          <Wait key={retryAt} until={retryAt} onOver={reset} />
        </FormProblem>
      )}
      {problem && <FormProblem>{errorText(problem)}</FormProblem>}
      <Button
        type="submit"
        look="primary"
        size="large"
        full
        busy={isPending}
        disabled={retryAt !== undefined}
      >
        {t(`guest.locked.open_${shared}`)}
      </Button>
      <p className="unlock-help">{t('guest.locked.help')}</p>
    </form>
  );
};
