import { lazyCommands } from '#shared/ui/lazy-commands.ts';

/** What changes items. */
export const { load: loadCommands, run: command } = lazyCommands(
  'item-actions',
  () => import('./commands.tsx'),
);
