import type { SubmitEvent } from 'react';
import { errorText } from '#shared/i18n/error-text.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { newPasswordOf } from '#shared/lib/new-password.ts';
import { useForm, valuesIn } from '#shared/lib/use-form.ts';
import { FormProblem } from '#shared/ui/field-error.tsx';
import { NewPasswordField } from '#shared/ui/new-password-field.tsx';
import { TextInput, type TextInputProps } from '#shared/ui/text-input.tsx';
import { adminFaults, useFinish, type AdminDraft } from '../admin.ts';
import { useSetup } from '../setup.queries.ts';
import { trialOf, trialText } from '../trial-fault.ts';
import { useDraft } from '../use-draft.ts';
import { AvatarField } from './avatar-field.tsx';
import { SetupField } from './field.tsx';
import { SetupFooter } from './setup-footer.tsx';

const step = 'admin-setup';
const labels = {
  first_name: 'register.first_name',
  last_name: 'register.last_name',
  email: 'sign_in.email',
} as const;

/** Form for the first administrator, which starts the installation. */
export const AdminForm = () => {
  const t = useText();
  const { kept } = useSetup();
  const [draft, change] = useDraft<AdminDraft>(step, () => kept.admin);
  const finish = useFinish();
  const { form, faults, left, check, forget } = useForm(finish.error);
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const value = valuesIn(form.current);
    const admin = {
      ...draft,
      email: draft.email.trim(),
      ...newPasswordOf(value('password')),
    };
    if (check(adminFaults(t, admin))) finish.mutate(admin);
  };
  const written = (name: keyof AdminDraft, more: TextInputProps) => (
    <SetupField label={t(labels[name])} error={faults[name]}>
      {(field) => (
        <TextInput
          {...field}
          {...more}
          name={name}
          value={draft[name]}
          onChange={({ currentTarget }) => {
            change({ [name]: currentTarget.value });
            forget();
          }}
        />
      )}
    </SetupField>
  );
  return (
    <form ref={form} className="setup-form" noValidate onSubmit={onSubmit}>
      <AvatarField />
      <div className="setup-line">
        {written('first_name', { autoComplete: 'given-name', maxLength: 100 })}
        {written('last_name', { autoComplete: 'family-name', maxLength: 100 })}
      </div>
      {written('email', {
        type: 'email',
        inputMode: 'email',
        autoComplete: 'username',
        autoCapitalize: 'none',
        spellCheck: false,
        maxLength: 254,
      })}
      <NewPasswordField
        label={t('sign_in.password')}
        error={faults['password']}
        about={[draft.first_name, draft.last_name, draft.email, kept.app.title]}
        onChange={forget}
      />
      {left && <FormProblem>{trialOf(left) ? trialText(left) : errorText(left)}</FormProblem>}
      <SetupFooter step={step} action={t('setup.admin.finish')} busy={finish.isPending} />
    </form>
  );
};
