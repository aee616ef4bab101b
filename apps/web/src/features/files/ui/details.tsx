import './details.css';
import { Ellipsis, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { useFirstRows } from '../listing/use-first-rows.ts';
import { useDetailsEntry } from '../selection/use-details-entry.ts';
import { DetailsBody, type DetailsProps } from './details-body.tsx';

interface DetailsPanelProps extends DetailsProps {
  readonly onClose: () => void;
  /** Rendered at the foot: the uploads. */
  readonly dock: ReactNode;
}

/** Details beside the list. They render with the rows, since they and the names are most of the first view. */
export const DetailsPanel = ({ onClose, dock, ...body }: DetailsPanelProps) => {
  const t = useText();
  const shown = useDetailsEntry(body.listing);
  const firstRows = useFirstRows();
  return (
    <aside className="details" aria-label={t('files.details')}>
      <div className="details-header">
        <h2>{t('files.details')}</h2>
        <span className="spacer" />
        {shown && (
          <IconButton
            size="small"
            label={t('actions.menu_for', { name: shown.attributes.name })}
            icon={<Ellipsis />}
            aria-haspopup="menu"
            onClick={({ currentTarget }) =>
              body.actions.openMenu(currentTarget.getBoundingClientRect(), shown)
            }
          />
        )}
        <IconButton size="small" label={t('files.details.close')} icon={<X />} onClick={onClose} />
      </div>
      <div className="details-body">{(firstRows || body.listing.meta) && <DetailsBody {...body} />}</div>
      {dock}
    </aside>
  );
};
