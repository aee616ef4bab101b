import { Camera, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { CropPopup } from './crop.popup.tsx';
import { pictureTypes, readPicture } from './picture.ts';

interface PhotoButtonsProps {
  /** The label of the button that chooses one. */
  readonly label: string;
  /** Takes a square photo; what it throws is told where the square is chosen. */
  readonly onUse: (photo: Blob) => Promise<unknown>;
  /** Returns the reason why a file is no photo; undefined: it is one. */
  readonly onFault: (sentence: string | undefined) => void;
  /** Without it there is no photo to remove. */
  readonly onRemove?: (() => void) | undefined;
  /** It is being removed. */
  readonly removing?: boolean;
}

/** Chooses a photo: a file, then the part of it that is shown; or takes it away. */
export const PhotoButtons = ({ label, onUse, onFault, onRemove, removing = false }: PhotoButtonsProps) => {
  const t = useText();
  const picker = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap>();
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const read = await readPicture(file);
    onFault(typeof read === 'string' ? read : undefined);
    if (typeof read !== 'string') setPicture(read);
  };
  const close = (): void => {
    picture?.close();
    setPicture(undefined);
  };
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        accept={pictureTypes}
        aria-label={label}
        onChange={({ currentTarget }) => {
          void choose(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
      <Button size="small" icon={<Camera className="icon-16" />} onClick={() => picker.current?.click()}>
        {label}
      </Button>
      {onRemove && (
        <Button
          size="small"
          look="danger-text"
          icon={<Trash2 className="icon-16" />}
          busy={removing}
          onClick={onRemove}
        >
          {t('avatar.remove')}
        </Button>
      )}
      {/* Not inside a form that a key in it could send. */}
      {picture && createPortal(<CropPopup picture={picture} onUse={onUse} onClose={close} />, document.body)}
    </>
  );
};
