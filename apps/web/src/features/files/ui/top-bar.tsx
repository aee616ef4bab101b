import './top-bar.css';
import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { pointAnchor, type MenuAnchor } from '#shared/ui/menu-place.ts';
import { IconButton } from '#shared/ui/icon-button.tsx';

interface TopBarProps {
  /** Goes back; undefined where there is no page to go back to. */
  readonly onBack: (() => void) | undefined;
  readonly breadcrumbs: ReactNode;
  readonly actions: ReactNode;
  /** Opens the menu of the current folder. */
  readonly onMenu?: (at: MenuAnchor) => void;
}

export const TopBar = ({ onBack, breadcrumbs, actions, onMenu }: TopBarProps) => {
  const t = useText();
  return (
    <header
      className="top-bar"
      data-back={onBack ? true : undefined}
      onContextMenu={(event) => {
        if (!onMenu || !(event.target instanceof Element) || !event.target.closest('h1')) return;
        event.preventDefault();
        onMenu(pointAnchor(event.clientX, event.clientY));
      }}
    >
      {onBack && <IconButton label={t('actions.back')} icon={<ChevronLeft />} onClick={onBack} />}
      {breadcrumbs}
      <span className="spacer" />
      {actions}
    </header>
  );
};
