import { useId, useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { FormFooter } from './form-footer.tsx';
import { Popup } from './popup.tsx';
import { TextField } from './text-field.tsx';

interface TypedConfirmPopupProps {
  readonly title: string;
  readonly message: string;
  /** The word that has to be typed. */
  readonly word: string;
  /** The label of the button that confirms. */
  readonly action: string;
  readonly busy?: boolean;
  /** The server's objection. */
  readonly error?: string | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before what cannot be undone and reaches far: a word has to be typed first. */
export const TypedConfirmPopup = ({
  title,
  message,
  word,
  action,
  busy = false,
  error,
  onConfirm,
  onClose,
}: TypedConfirmPopupProps) => {
  const t = useText();
  const id = useId();
  const [typed, setTyped] = useState('');
  const isRight = typed.trim() === word.trim();
  return (
    <Popup alert title={title} describedBy={id} onClose={busy ? undefined : onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isRight) onConfirm();
        }}
      >
        <div className="popup-content">
          <p id={id} className="confirm-message">
            {message}
          </p>
          <TextField
            label={t('confirm.type', { word })}
            value={typed}
            error={error}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </div>
        <FormFooter action={action} look="danger" busy={busy} disabled={!isRight} onClose={onClose} />
      </form>
    </Popup>
  );
};
