import { useState } from 'react';
import { text } from '#shared/i18n/messages.ts';
import { openAlert } from '#shared/ui/alert.ts';

interface Restrictions {
  readonly canCreateFolder: boolean;
  readonly reason: string | null;
}

/** Opens and closes the New folder popup; who may not create folders gets the alert (specification section 6). */
export const useNewFolder = (folderId: string | null, { canCreateFolder, reason }: Restrictions) => {
  const [openIn, setOpenIn] = useState<string | null>();
  return {
    // Going elsewhere, by the browser's Back for instance, leaves the popup behind.
    isOpen: openIn === folderId,
    open: (): void => {
      if (canCreateFolder) setOpenIn(folderId);
      else
        openAlert({
          title: text('new_folder.disabled.title'),
          message: reason ?? text('new_folder.disabled.message'),
        });
    },
    close: () => setOpenIn(undefined),
  };
};
