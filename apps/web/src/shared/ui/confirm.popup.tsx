import { useEffect, useId, useRef } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { Button, type ButtonStyle } from './button.tsx';
import { Popup, PopupFooter } from './popup.tsx';

interface ConfirmPopupProps {
  readonly title: string;
  readonly message: string;
  /** The label of the button that confirms. */
  readonly action: string;
  /** The look of its button. */
  readonly look?: ButtonStyle;
  /** The label of the other button; "Cancel" unless that could be taken for the action itself. */
  readonly wayOut?: string;
  /** The action is in progress: the popup stays until it ends. */
  readonly busy?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot be undone; the way out has the focus. */
export const ConfirmPopup = ({
  title,
  message,
  action,
  look = 'danger',
  wayOut,
  busy = false,
  onConfirm,
  onClose,
}: ConfirmPopupProps) => {
  const t = useText();
  const id = useId();
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    <Popup alert title={title} describedBy={id} onClose={busy ? undefined : onClose}>
      <div className="popup-content">
        <p id={id} className="confirm-message">
          {message}
        </p>
      </div>
      <PopupFooter>
        <Button ref={back} look="ghost" onClick={onClose} disabled={busy}>
          {wayOut ?? t('actions.cancel')}
        </Button>
        <Button look={look} busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </PopupFooter>
    </Popup>
  );
};
