import { useState } from 'react';
import { AuthPage } from '#features/auth/ui/auth-page.tsx';
import { CodeForm } from '#features/auth/ui/code-form.tsx';
import { FewCodes } from '#features/auth/ui/few-codes.tsx';
import { RecoveryForm } from '#features/auth/ui/recovery-form.tsx';
import { useConfig } from '#shared/config/config.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useTitle } from './use-title.ts';

interface SecondFactorProps {
  /** Goes back to the password, with the error that ended the attempt. */
  readonly onEnd: (error?: unknown) => void;
}

/** The second step of a sign-in: a code of the app or a recovery code, and a word where few of those are left. */
export const SecondFactor = ({ onEnd }: SecondFactorProps) => {
  const t = useText();
  const app = useConfig((config) => config.app.title);
  const [kind, setKind] = useState<'code' | 'recovery'>('code');
  const [left, setLeft] = useState<number>();
  const isApp = kind === 'code';
  const title =
    left === undefined
      ? t(isApp ? 'two_factor.title' : 'two_factor.recovery.title')
      : left === 0
        ? t('few_codes.none')
        : t('few_codes.title', { count: left });
  useTitle(title);
  if (left !== undefined)
    return (
      <AuthPage emoji="🔑" title={title} text={t('few_codes.text')}>
        <FewCodes />
      </AuthPage>
    );
  const Form = isApp ? CodeForm : RecoveryForm;
  return (
    <AuthPage
      fieldFirst
      title={title}
      text={isApp ? t('two_factor.text', { app }) : t('two_factor.recovery.text')}
    >
      <Form
        onSwitch={() => setKind(isApp ? 'recovery' : 'code')}
        onBack={() => onEnd()}
        onEnd={onEnd}
        onFew={setLeft}
      />
    </AuthPage>
  );
};
