import { lazyCommands } from '#shared/ui/lazy-commands.ts';

/** Loads the commands that change items. */
export const { load: loadCommands, run: command } = lazyCommands(
  'item-actions',
  () => import('./commands.tsx'),
);
