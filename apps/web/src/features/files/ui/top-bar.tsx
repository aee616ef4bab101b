import './top-bar.css';
import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { IconButton } from '#shared/ui/icon-button.tsx';

interface TopBarProps {
  /** Goes back; without it there is nowhere to go. */
  readonly onBack: (() => void) | undefined;
  readonly breadcrumbs: ReactNode;
  readonly actions: ReactNode;
}

export const TopBar = ({ onBack, breadcrumbs, actions }: TopBarProps) => {
  const t = useText();
  return (
    <header className="top-bar" data-back={onBack ? true : undefined}>
      {onBack && <IconButton label={t('actions.back')} icon={<ChevronLeft />} onClick={onBack} />}
      {breadcrumbs}
      <span className="spacer" />
      {actions}
    </header>
  );
};
