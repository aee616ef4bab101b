import { isGuest } from '#shared/api/client.ts';
import { createLocalSetting } from '#shared/lib/local-setting.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { useStore } from '#shared/lib/store.ts';

/** List or grid, stored per device. */
export const viewType = createLocalSetting('view', ['list', 'grid'], 'list');

/**
 * The setting of the details panel. `auto` opens it where there is room, except for guests, who have come for the
 * files.
 */
export const detailsSetting = createLocalSetting('details', ['auto', 'open', 'closed'], 'auto');

export const useDetailsOpen = (): boolean => {
  const wide = useMedia(media.wide);
  const setting = useStore(detailsSetting);
  return setting === 'auto' ? wide && !isGuest() : setting === 'open';
};
