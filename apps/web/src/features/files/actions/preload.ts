import { preloadRenameField } from '../ui/entry-name.tsx';
import { preloadItemPopups } from '../ui/item-popups-host.tsx';
import { preloadSelectionBar } from '../ui/sub-bar.tsx';
import { loadGestures } from '../gestures/load.ts';
import { loadCommands } from './load-commands.ts';

/** Milliseconds for which the rows have the network to themselves. */
const delayMs = 600;
let started = false;

/** Loads the code of actions once the rows are drawn, so that the first action is as quick as the next. */
export const preloadActions = (): void => {
  if (started) return;
  started = true;
  setTimeout(() => {
    // The first use of the commands loads them again and shows the error.
    loadCommands().catch(() => undefined);
    void loadGestures();
    preloadSelectionBar();
    preloadItemPopups();
    preloadRenameField();
  }, delayMs);
};
