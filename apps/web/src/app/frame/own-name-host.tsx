import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConfig } from '#shared/config/config.ts';
import { readLocal, writeLocal } from '#shared/lib/local-setting.ts';
import { userQuery } from '#shared/session/session.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';

const OwnNamePopup = lazyChunk(
  'own-name',
  async () => (await import('#features/account/ui/own-name.popup.tsx')).OwnNamePopup,
);

/** The key that says whether this browser has asked an account; a person who skips the question is not asked again. */
const keyOf = (id: string): string => `own-name:${id}`;

/** Asks for a name at the first sign-in: guests of links and other people know an account by it. */
export const OwnNameHost = () => {
  const { id, attributes } = useSuspenseQuery(userQuery).data.data;
  // A demo's visitor shares with nobody.
  const isDemo = useConfig(({ demo }) => demo);
  const [isOpen, setOpen] = useState(
    () => attributes.name === '' && !isDemo && readLocal(keyOf(id)) === undefined,
  );
  const close = (): void => {
    writeLocal(keyOf(id), 'asked');
    setOpen(false);
  };
  return (
    isOpen && (
      <PopupSlot onFailure={close}>
        <OwnNamePopup onClose={close} />
      </PopupSlot>
    )
  );
};
