import './auth-form.css';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { useEnter } from '../sign-in.mutations.ts';

/** Warns on sign-in that few recovery codes are left. */
export const FewCodes = () => {
  const t = useText();
  const enter = useEnter();
  return (
    <div className="auth-form">
      <Button look="primary" size="large" full onClick={enter}>
        {t('few_codes.action')}
      </Button>
    </div>
  );
};
