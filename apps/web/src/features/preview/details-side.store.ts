import { createLocalSetting } from '#shared/lib/local-setting.ts';

/** True if the facts of the shown file stand beside it, as the device remembers it. */
export const detailsSide = createLocalSetting('preview_details', ['closed', 'open'], 'closed');

export const toggleDetailsSide = (): void => detailsSide.set((now) => (now === 'open' ? 'closed' : 'open'));
