import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { focusNow } from '#shared/ui/focus-now.ts';
import { PopupFooter } from '#shared/ui/popup.tsx';

/** Replaces the settings of an ended collection. Its items are no longer known, so no new link is offered. */
export const EndedCollection = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText();
  return (
    <>
      <div className="share-body">
        <p className="share-note" role="status">
          {t('collection.ended')}
        </p>
      </div>
      <PopupFooter>
        <Button ref={focusNow} onClick={onClose}>
          {t('actions.close')}
        </Button>
      </PopupFooter>
    </>
  );
};
