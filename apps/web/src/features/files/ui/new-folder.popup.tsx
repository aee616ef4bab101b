import { folderColors } from '@holdall/contract/colors';
import { useEffect, useRef, useState } from 'react';
import type { TextKey } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { nameFault } from '#shared/lib/name-fault.ts';
import { media } from '#shared/lib/use-media.ts';
import { Button } from '#shared/ui/button.tsx';
import { Popup } from '#shared/ui/popup.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { useCreateFolder } from '../actions/files.mutations.ts';
import { FolderLookChoice, type FolderLook } from './folder-look.tsx';

/** Milliseconds until the name has the focus (specification section 9). */
const focusDelay = 10;

interface NewFolderPopupProps {
  readonly parentId: string | null;
  /** The initial name. */
  readonly initialName?: string | undefined;
  /** Receives the new folder; the popup is closed by then. */
  readonly onCreated?: (id: string) => void;
  readonly onClose: () => void;
}

export const NewFolderPopup = ({ parentId, initialName, onCreated, onClose }: NewFolderPopupProps) => {
  const t = useText();
  const [name, setName] = useState(initialName ?? t('new_folder.title'));
  const [look, setLook] = useState<FolderLook>({ color: folderColors.petrol, emoji: null });
  const [fault, setFault] = useState<TextKey>();
  const input = useRef<HTMLInputElement>(null);
  const create = useCreateFolder(({ id }) => {
    onClose();
    onCreated?.(id);
  });

  useEffect(() => {
    if (!matchMedia(media.autofocus).matches) return undefined;
    const timer = setTimeout(() => {
      // Safari does not focus a selected input.
      input.current?.focus();
      input.current?.select();
    }, focusDelay);
    return () => clearTimeout(timer);
  }, []);

  return (
    <Popup title={t('new_folder.title')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // Enter in the emoji search picks an emoji.
          if (document.activeElement?.closest('.emoji-search')) return;
          const wanted = name.trim();
          const found = nameFault(wanted);
          setFault(found);
          if (found) input.current?.focus();
          else create.mutate({ name: wanted, ...look, parentId });
        }}
      >
        <FolderLookChoice
          value={look}
          onChange={setLook}
          onChosen={() => {
            // The search field is gone; on a phone a focus would open the keyboard.
            if (matchMedia(media.autofocus).matches) input.current?.focus();
          }}
          field={
            <TextField
              label={t('new_folder.name')}
              ref={input}
              value={name}
              error={fault && t(fault)}
              autoComplete="off"
              onChange={(event) => {
                setName(event.currentTarget.value);
                setFault(undefined);
              }}
            />
          }
        >
          <Button look="ghost" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" look="primary" busy={create.isPending}>
            {t('new_folder.submit')}
          </Button>
        </FolderLookChoice>
      </form>
    </Popup>
  );
};
