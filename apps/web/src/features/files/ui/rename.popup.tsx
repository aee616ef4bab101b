import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { nameError } from '#shared/i18n/error-text.ts';
import type { TextKey } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { nameFault } from '#shared/lib/name-fault.ts';
import { Button } from '#shared/ui/button.tsx';
import { Popup, PopupFooter } from '#shared/ui/popup.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { command } from '../actions/load-commands.ts';
import { isFolder, type Entry } from '../entry.ts';
import { baseLength } from '#shared/lib/base-length.ts';

interface RenamePopupProps {
  readonly entry: Entry;
  readonly onClose: () => void;
}

/** Renames an item on phones; a refused name shows an error at the field. */
export const RenamePopup = ({ entry, onClose }: RenamePopupProps) => {
  const t = useText();
  const client = useQueryClient();
  const { name: before } = entry.attributes;
  const [name, setName] = useState(before);
  const [fault, setFault] = useState<TextKey>();
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);

  const save = async (): Promise<void> => {
    const wanted = name.trim();
    if (wanted === before) return onClose();
    const found = nameFault(wanted);
    setFault(found);
    if (found) return;
    setBusy(true);
    await command(async (commands) => {
      const onFailure = (failure: unknown): boolean => {
        setError(failure);
        return nameError(failure) !== undefined;
      };
      if (await commands.rename(client, entry, { fields: { name: wanted }, onFailure })) onClose();
    });
    setBusy(false);
  };

  return (
    <Popup title={t('rename.title')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void save();
        }}
      >
        <div className="popup-content">
          <TextField
            label={t('new_folder.name')}
            value={name}
            error={fault ? t(fault) : nameError(error)}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onFocus={({ currentTarget }) =>
              currentTarget.setSelectionRange(0, baseLength(currentTarget.value, isFolder(entry)))
            }
            onChange={({ currentTarget }) => {
              setName(currentTarget.value);
              setFault(undefined);
              setError(undefined);
            }}
          />
        </div>
        <PopupFooter>
          <Button onClick={onClose}>{t('actions.cancel')}</Button>
          <Button type="submit" look="primary" busy={busy}>
            {t('actions.rename')}
          </Button>
        </PopupFooter>
      </form>
    </Popup>
  );
};
