import { createLocalSetting } from '#shared/lib/local-setting.ts';

/** Shows or hides the navigation bar; the device remembers it (specification section 4). */
export const railSetting = createLocalSetting('rail', ['shown', 'hidden'], 'shown');
