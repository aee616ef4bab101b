import { createLocalSetting } from '#shared/lib/local-setting.ts';

/** Whether the navigation bar is shown, as the device remembers it (specification section 4). */
export const railSetting = createLocalSetting('rail', ['shown', 'hidden'], 'shown');
