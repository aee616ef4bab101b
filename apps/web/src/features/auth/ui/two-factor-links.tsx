import { ArrowLeft } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';

interface TwoFactorLinksProps {
  /** Label of the other kind of code. */
  readonly label: string;
  readonly onSwitch: () => void;
  readonly onBack: () => void;
}

/** Alternatives to the second factor. */
export const TwoFactorLinks = ({ label, onSwitch, onBack }: TwoFactorLinksProps) => {
  const t = useText();
  return (
    <div className="auth-links">
      <Button full size="large" onClick={onSwitch}>
        {label}
      </Button>
      <Button full look="ghost" icon={<ArrowLeft className="icon-16" />} onClick={onBack}>
        {t('auth.back')}
      </Button>
    </div>
  );
};
