import type { CollectionLink } from '@holdall/contract/collections';
import type { SentBodyOf } from '@holdall/contract/endpoint';
import type { Item } from '@holdall/contract/files';
import type { Endpoints } from '#shared/api/routes.ts';
import { createStore } from '#shared/lib/store.ts';
import { onSessionEnd } from '#shared/session/session.ts';

/** Something that can have a link. */
export type SharedItem = Item['data'];

/** Several items, as the call that shares them names them. */
export type Several = Pick<SentBodyOf<Endpoints['createCollection']>, 'items' | 'all_of'>;

/** A folder that files are asked for into. */
export type AskedFolder = { readonly id: string; readonly name: string } | null;

/** What is open about links. */
export type SharingPopup =
  /** `refused`: the browser did not copy the link, so that people do it themselves. */
  | { readonly about: 'share' | 'refused' | 'unshare' | 'guests'; readonly items: readonly SharedItem[] }
  /** A new link to several items. */
  | {
      readonly about: 'several';
      readonly selected: Several;
      readonly count: number;
      /** Name of the first item, where it is known. */
      readonly first: string | undefined;
    }
  /** A collection that its owner changes; `refused` as above. */
  | { readonly about: 'collection'; readonly link: CollectionLink; readonly refused: boolean }
  /** Collections that are to end. */
  | { readonly about: 'end_collection'; readonly link: CollectionLink }
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
/** @param of how many items, and the name of the first where it is known */
export const shareSeveral = (
  selected: Several,
  of: { readonly count: number; readonly first: string | undefined },
): void => sharingPopup.set({ about: 'several', selected, ...of });
export const askForFiles = (folder: AskedFolder): void => sharingPopup.set({ about: 'ask', folder });
export const closeSharing = (): void => sharingPopup.set(undefined);
