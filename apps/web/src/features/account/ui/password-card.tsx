import './password-card.css';
import { useSuspenseQuery } from '@tanstack/react-query';
import { errorText } from '#shared/i18n/error-text.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { newPasswordFault, newPasswordOf } from '#shared/lib/new-password.ts';
import { useForm } from '#shared/lib/use-form.ts';
import { userQuery } from '#shared/session/session.ts';
import { openSuccess } from '#shared/ui/success.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { FormProblem } from '#shared/ui/field-error.tsx';
import { NewPasswordField } from '#shared/ui/new-password-field.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { useState } from 'react';
import { useUpdatePassword } from '../account.mutations.ts';

/** Changes the user's own password. */
export const PasswordCard = () => {
  const t = useText();
  const { email, name } = useSuspenseQuery(userQuery).data.data.attributes;
  const update = useUpdatePassword();
  const { form, faults, left, read, forget } = useForm(update.error);
  // A fresh key empties the fields and clears the messages of the last change.
  const [formKey, setFormKey] = useState(0);

  return (
    <Card padded title={t('password.change')}>
      <form
        key={formKey}
        ref={form}
        className="form-fields password-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const values = read((value) => ({
            current_password: value('current_password') ? undefined : t('sign_in.password_missing'),
            password: newPasswordFault(value('password')),
          }));
          if (!values) return;
          update.mutate(
            {
              current_password: values('current_password'),
              ...newPasswordOf(values('password')),
            },
            {
              onSuccess: () => {
                setFormKey((count) => count + 1);
                openSuccess({ title: t('password.changed'), message: t('password.changed_text') });
              },
            },
          );
        }}
      >
        {/* Tells password managers which account the password belongs to. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={t('password.current')}
          name="current_password"
          autoComplete="current-password"
          error={faults['current_password']}
          onChange={forget}
        />
        <NewPasswordField error={faults['password']} about={[email, name]} onChange={forget} />
        {left && <FormProblem>{errorText(left)}</FormProblem>}
        <p>{t('password.ends_sessions')}</p>
        <Button type="submit" look="primary" busy={update.isPending}>
          {t('password.submit')}
        </Button>
      </form>
    </Card>
  );
};
