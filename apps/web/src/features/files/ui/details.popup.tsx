import { useText } from '#shared/i18n/use-text.ts';
import { Popup } from '#shared/ui/popup.tsx';
import { DetailsBody, type DetailsProps } from './details-body.tsx';

interface DetailsPopupProps extends DetailsProps {
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
