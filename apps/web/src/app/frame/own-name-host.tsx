import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConfig } from '#shared/config/config.ts';
import { createLocalSetting } from '#shared/lib/local-setting.ts';
import { useStore } from '#shared/lib/store.ts';
import { userQuery } from '#shared/session/session.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';

const OwnNamePopup = lazyChunk(
  'own-name',
  async () => (await import('#features/account/ui/own-name.popup.tsx')).OwnNamePopup,
);

/** True if this device has asked already: a person who does not want to say it is left alone. */
const asked = createLocalSetting('own-name', ['open', 'asked'], 'open');

/** Asks for a name at the first sign-in: guests of links and other people know an account by it. */
export const OwnNameHost = () => {
  const { name } = useSuspenseQuery(userQuery).data.data.attributes;
  // A demo's visitor shares with nobody.
  const isDemo = useConfig(({ demo }) => demo);
  const [isNameless] = useState(name === '' && !isDemo);
  const isOpen = useStore(asked) === 'open' && isNameless;
  const close = (): void => asked.set('asked');
  return (
    isOpen && (
      <PopupSlot onFailure={close}>
        <OwnNamePopup onClose={close} />
      </PopupSlot>
    )
  );
};
