import { useText } from '#shared/i18n/use-text.ts';
import { Popup } from '#shared/ui/popup.tsx';
import type { ItemActions } from '../actions/item-actions.ts';
import type { Listing } from '../use-listing.ts';
import { DetailsBody } from './details-body.tsx';

interface DetailsPopupProps {
  readonly listing: Listing;
  readonly actions: ItemActions;
  readonly onClose: () => void;
}

/** Details as a sheet, for windows without room for the sidebar. */
export const DetailsPopup = ({ onClose, ...body }: DetailsPopupProps) => {
  const t = useText();
  return (
    <Popup title={t('files.details')} onClose={onClose}>
      <div className="details-body details-popup">
        <DetailsBody {...body} />
      </div>
    </Popup>
  );
};
