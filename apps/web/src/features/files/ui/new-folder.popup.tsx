import './new-folder.popup.css';
import { folderColors } from '@holdall/contract/folder-colors';
import { Plus } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { media } from '#shared/lib/use-media.ts';
import { Button } from '#shared/ui/button.tsx';
import { FolderIcon } from '#shared/ui/folder-icon.tsx';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';
import { Popup, PopupFooter } from '#shared/ui/popup.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { nameError, useCreateFolder } from '../files.mutations.ts';
import { ColorChoice } from './color-choice.tsx';
import { EmojiChoice } from './emoji-choice.tsx';

const EmojiSearch = lazyChunk('emoji-search', async () => (await import('./emoji-search.tsx')).EmojiSearch);

/** Milliseconds until the name has the focus (specification section 9). */
const focusDelay = 10;

interface NewFolderPopupProps {
  readonly parentId: string | null;
  readonly onClose: () => void;
}

export const NewFolderPopup = ({ parentId, onClose }: NewFolderPopupProps) => {
  const t = useText();
  const [name, setName] = useState(t('new_folder.title'));
  const [color, setColor] = useState<string>(folderColors.petrol);
  const [emoji, setEmoji] = useState<string | null>(null);
  const [searching, setSearching] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const create = useCreateFolder(onClose);

  useEffect(() => {
    if (!matchMedia(media.popup).matches) return undefined;
    const timer = setTimeout(() => {
      // Safari does not give the focus to what is selected.
      input.current?.focus();
      input.current?.select();
    }, focusDelay);
    return () => clearTimeout(timer);
  }, []);

  const choose = (chosen: string | null): void => {
    setEmoji(chosen);
    setSearching(false);
    // The field of the search is gone; a phone would answer a focus with its keyboard.
    if (searching && matchMedia(media.popup).matches) input.current?.focus();
  };

  return (
    <Popup title={t('new_folder.title')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // Enter in the search for an emoji is about the emoji.
          if (document.activeElement?.closest('.emoji-search')) return;
          if (!create.isPending) create.mutate({ name: name.trim(), emoji, color, parentId });
        }}
      >
        <div className="popup-content">
          <div className="new-folder-head">
            <button
              type="button"
              className="new-folder-emoji"
              aria-label={t('new_folder.choose_emoji')}
              aria-expanded={searching}
              onClick={() => setSearching(!searching)}
            >
              <FolderIcon color={color} emoji={emoji} width={56} />
            </button>
            <TextField
              label={t('new_folder.name')}
              ref={input}
              value={name}
              error={nameError(create.error)}
              autoComplete="off"
              onChange={(event) => {
                setName(event.currentTarget.value);
                create.reset();
              }}
            />
          </div>
          <ColorChoice value={color} onChange={setColor} />
          {searching ? (
            <PopupSlot onFailure={() => setSearching(false)}>
              <Suspense fallback={<div className="emoji-search" aria-busy="true" />}>
                <EmojiSearch onChoose={choose} />
              </Suspense>
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
          <Button look="ghost" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" look="primary" busy={create.isPending}>
            {t('new_folder.submit')}
          </Button>
        </PopupFooter>
      </form>
    </Popup>
  );
};
