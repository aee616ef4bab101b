import { useText } from '#shared/i18n/use-text.ts';
import { shortName } from '#shared/lib/short-name.ts';
import { Button } from '#shared/ui/button.tsx';
import { Popup, PopupFooter } from '#shared/ui/popup.tsx';
import { useId } from 'react';

interface UnsavedPopupProps {
  readonly name: string;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

/** Asks what becomes of unsaved changes as the editor is closed. */
export const UnsavedPopup = ({ name, onSave, onDiscard, onClose }: UnsavedPopupProps) => {
  const t = useText();
  const id = useId();
  return (
    <Popup alert title={t('editor.leave.title')} describedBy={id} onClose={onClose}>
      <div className="popup-content">
        <p id={id} className="confirm-message">
          {t('editor.leave.text', { name: shortName(name) })}
        </p>
      </div>
      <PopupFooter>
        <Button look="ghost" onClick={onDiscard}>
          {t('editor.leave.discard')}
        </Button>
        <Button look="primary" onClick={onSave}>
          {t('editor.save')}
        </Button>
      </PopupFooter>
    </Popup>
  );
};
