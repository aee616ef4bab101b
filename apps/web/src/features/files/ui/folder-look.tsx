import './folder-look.css';
import { type FolderColor, folderColors } from '@holdall/contract/colors';
import { Plus } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { FolderIcon } from '#shared/ui/folder-icon.tsx';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { Meanwhile, PopupSlot } from '#shared/ui/popup-slot.tsx';
import { PopupFooter } from '#shared/ui/popup.tsx';
import { EmojiChoice } from './emoji-choice.tsx';

const EmojiSearch = lazyChunk('emoji-search', async () => (await import('./emoji-search.tsx')).EmojiSearch);

/** The look of a folder: colour and emoji. */
export interface FolderLook {
  readonly color: string;
  readonly emoji: string | null;
}

interface FolderLookChoiceProps {
  readonly value: FolderLook;
  readonly onChange: (look: FolderLook) => void;
  /** Called when the emoji search has closed with a choice. */
  readonly onChosen?: () => void;
  /** Rendered beside the picture of the folder. */
  readonly field: ReactNode;
  /** The buttons in the footer of the popup. */
  readonly children: ReactNode;
}

interface ColorChoiceProps {
  readonly value: string;
  readonly onChange: (color: string) => void;
}

/** The colours of folders as radio buttons, so that arrow keys move among them. */
const ColorChoice = ({ value, onChange }: ColorChoiceProps) => {
  const t = useText();
  return (
    <div className="color-choice" role="radiogroup" aria-label={t('new_folder.color')}>
      {(Object.keys(folderColors) as FolderColor[]).map((name) => (
        <input
          key={name}
          type="radio"
          name="color"
          aria-label={t(`colors.${name}`)}
          data-tooltip={t(`colors.${name}`)}
          checked={value === folderColors[name]}
          style={{ backgroundColor: `var(--folder-${name}-front)` }}
          onChange={() => onChange(folderColors[name])}
        />
      ))}
    </div>
  );
};

/** The colour and the emoji of a folder, as the body and the foot of a popup. */
export const FolderLookChoice = ({ value, onChange, onChosen, field, children }: FolderLookChoiceProps) => {
  const t = useText();
  const [searching, setSearching] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { color, emoji } = value;
  const choose = (chosen: string | null): void => {
    onChange({ color, emoji: chosen });
    setSearching(false);
    if (searching) onChosen?.();
  };
  const endSearch = (): void => {
    setSearching(false);
    opener.current?.focus();
  };
  return (
    <>
      <div className="popup-content">
        <div className="new-folder-head">
          <button
            ref={opener}
            type="button"
            className="new-folder-emoji"
            aria-label={t('new_folder.choose_emoji')}
            aria-expanded={searching}
            onClick={() => setSearching(!searching)}
          >
            <FolderIcon color={color} emoji={emoji} width={56} />
          </button>
          {field}
        </div>
        <ColorChoice value={color} onChange={(chosen) => onChange({ color: chosen, emoji })} />
        {searching ? (
          <PopupSlot onFailure={() => setSearching(false)}>
            <Meanwhile show={<div className="emoji-search" aria-busy="true" />}>
              <EmojiSearch onChoose={choose} onClose={endSearch} />
            </Meanwhile>
          </PopupSlot>
        ) : (
          <EmojiChoice value={emoji} onChange={choose} />
        )}
      </div>
      <PopupFooter>
        {!searching && (
          <Button look="ghost" icon={<Plus className="icon-16" />} onClick={() => setSearching(true)}>
            {t('new_folder.more_emoji')}
          </Button>
        )}
        <span className="spacer" />
        {children}
      </PopupFooter>
    </>
  );
};
