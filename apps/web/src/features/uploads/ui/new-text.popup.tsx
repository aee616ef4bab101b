import type { Item } from '@holdall/contract/files';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorText, nameError } from '#shared/i18n/error-text.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { baseLength } from '#shared/lib/base-length.ts';
import { nameFault } from '#shared/lib/name-fault.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { media } from '#shared/lib/use-media.ts';
import { explainRestriction } from '#shared/session/explain-restriction.ts';
import { Button } from '#shared/ui/button.tsx';
import { Popup, PopupFooter } from '#shared/ui/popup.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { createText } from '../new-text.ts';

interface NewTextPopupProps {
  readonly parentId: string | null;
  /** Receives the new file; the popup is closed by then. */
  readonly onCreated: (file: Item['data']) => void;
  readonly onClose: () => void;
}

/** Names a new text file; a refused name shows an error at the field. */
export const NewTextPopup = ({ parentId, onCreated, onClose }: NewTextPopupProps) => {
  const t = useText();
  const client = useQueryClient();
  const [name, setName] = useState(t('new_text.name'));
  const [fault, setFault] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const create = useMutation({
    mutationFn: (wanted: string) => createText(wanted, parentId),
    onSuccess: (file) => {
      onClose();
      onCreated(file);
    },
    onError: async (error) => {
      if (!(await explainRestriction(client, error))) setFault(nameError(error) ?? errorText(error));
    },
  });
  useEffect(() => {
    const input = field.current;
    if (!input || !matchMedia(media.autofocus).matches) return;
    input.focus();
  }, []);

  return (
    <Popup title={t('new_text.title')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const wanted = name.trim();
          const found = nameFault(wanted);
          setFault(found && t(found));
          if (found) field.current?.focus();
          else create.mutate(wanted);
        }}
      >
        <div className="popup-content">
          <TextField
            ref={field}
            label={t('new_folder.name')}
            value={name}
            error={fault}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onFocus={({ currentTarget }) =>
              currentTarget.setSelectionRange(0, baseLength(currentTarget.value, false))
            }
            onChange={({ currentTarget }) => {
              setName(currentTarget.value);
              setFault(undefined);
            }}
          />
        </div>
        <PopupFooter>
          <Button onClick={onClose}>{t('actions.cancel')}</Button>
          <Button type="submit" look="primary" busy={create.isPending}>
            {t('new_text.submit')}
          </Button>
        </PopupFooter>
      </form>
    </Popup>
  );
};
