import { createLocalSetting } from '#shared/lib/local-setting.ts';
import { createStore } from '#shared/lib/store.ts';

/** True if the section in the details is unfolded, as the device remembers it. */
export const versionsSection = createLocalSetting('versions', ['closed', 'open'], 'closed');

/** The id of the file whose versions were asked for, until the section shows them or it turns out that none can. */
export const requestedVersions = createStore<string | undefined>(undefined);

/** Unfolds the section for a file and brings it into view; the listing shows the details. */
export const requestVersions = (itemId: string): void => {
  versionsSection.set('open');
  requestedVersions.set(itemId);
};

/** The id of the version that is being restored or deleted: its bytes may be gone at any moment. */
export const pendingVersion = createStore<string | undefined>(undefined);
