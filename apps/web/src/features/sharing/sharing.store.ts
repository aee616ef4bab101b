import type { Item } from '@holdall/contract/files';
import { createStore } from '#shared/lib/store.ts';
import { onSessionEnd } from '#shared/session/session.ts';

/** Something that can have a link. */
export type SharedItem = Item['data'];

/** A folder that files are asked for into. */
export type AskedFolder = { readonly id: string; readonly name: string } | null;

/** What is open about links. */
export type SharingPopup =
  /** `refused`: the browser did not copy the link, so that people do it themselves. */
  | { readonly about: 'share' | 'refused' | 'unshare' | 'guests'; readonly items: readonly SharedItem[] }
  /** What guests did through a link, which may have ended. */
  | { readonly about: 'news'; readonly token: string; readonly name: string | null }
  /** Links that have ended. */
  | { readonly about: 'ended' }
  /** A request for files into a folder; null: into a new one. */
  | { readonly about: 'ask'; readonly folder: AskedFolder }
  /** Requests for files. */
  | { readonly about: 'requests' };

export const sharingPopup = createStore<SharingPopup | undefined>(undefined);
onSessionEnd(() => sharingPopup.set(undefined));

export const openSharing = (
  about: 'share' | 'refused' | 'unshare' | 'guests',
  items: readonly SharedItem[],
): void => sharingPopup.set({ about, items });
export const askForFiles = (folder: AskedFolder): void => sharingPopup.set({ about: 'ask', folder });
export const closeSharing = (): void => sharingPopup.set(undefined);
