import { useState } from 'react';
import { mayCreateFolder, type Restrictions } from '#shared/session/restrictions.ts';

/** Opens and closes the New folder popup; users who may not create folders get the alert (specification section 6). */
export const useNewFolder = (folderId: string | null, restrictions: Restrictions) => {
  const [openIn, setOpenIn] = useState<string | null>();
  return {
    // Going elsewhere, by the browser's Back for instance, leaves the popup behind.
    isOpen: openIn === folderId,
    open: (): void => {
      if (mayCreateFolder(restrictions)) setOpenIn(folderId);
    },
    close: () => setOpenIn(undefined),
  };
};
