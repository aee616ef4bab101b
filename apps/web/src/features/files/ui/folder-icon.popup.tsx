import { folderColors } from '@holdall/contract/colors';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { FileName } from '#shared/ui/file-name.tsx';
import { Popup } from '#shared/ui/popup.tsx';
import { command } from '../actions/load-commands.ts';
import type { Entry } from '../entry.ts';
import { FolderLookChoice, type FolderLook } from './folder-look.tsx';

interface FolderIconPopupProps {
  readonly entry: Entry;
  readonly onClose: () => void;
}

/** Sets the emoji and the colour of a folder. */
export const FolderIconPopup = ({ entry, onClose }: FolderIconPopupProps) => {
  const t = useText();
  const client = useQueryClient();
  const { name, color, emoji } = entry.attributes;
  const before: FolderLook = { color: color ?? folderColors.petrol, emoji };
  const [look, setLook] = useState(before);
  return (
    <Popup title={t('icon.title')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // Enter in the emoji search picks an emoji.
          if (document.activeElement?.closest('.emoji-search')) return;
          onClose();
          if (look.color !== before.color || look.emoji !== before.emoji)
            void command((commands) => commands.rename(client, entry, { fields: { ...look } }));
        }}
      >
        <FolderLookChoice
          value={look}
          onChange={setLook}
          field={
            <b className="folder-look-name">
              <FileName name={name} isFolder />
            </b>
          }
        >
          <Button look="ghost" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" look="primary">
            {t('actions.save')}
          </Button>
        </FolderLookChoice>
      </form>
    </Popup>
  );
};
