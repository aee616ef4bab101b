import type { Endpoints } from '@holdall/contract/endpoints';
import type { CollectionLink } from '@holdall/contract/collections';
import type { SentBodyOf } from '@holdall/contract/endpoint';
import type { Item } from '@holdall/contract/files';
import { createStore } from '#shared/lib/store.ts';
import { onSessionEnd } from '#shared/session/session.ts';

/** An item that can have a link. */
export type SharedItem = Item['data'];

/** Several items in the form of the call that shares them. */
export type Several = Pick<SentBodyOf<Endpoints['createCollection']>, 'items' | 'all_of'>;

/** A folder that collects files of a request. */
export type RequestFolder = { readonly id: string; readonly name: string } | null;

/** The open popup about links. */
export type SharingPopup =
  /** `refused`: the browser did not copy the link, so that the user has to. */
  | { readonly about: 'share' | 'refused' | 'unshare' | 'guests'; readonly items: readonly SharedItem[] }
  /** A new link to several items. */
  | {
      readonly about: 'several';
      readonly selected: Several;
      readonly count: number;
      /** Name of the first item, where it is known. */
      readonly first: string | undefined;
    }
  /** A collection being edited by its owner; `refused` as above. */
  | { readonly about: 'collection'; readonly link: CollectionLink; readonly refused: boolean }
  /** Collections that are about to end. */
  | { readonly about: 'end_collection'; readonly link: CollectionLink }
  /** Guest activity of a link, which may have ended. */
  | { readonly about: 'news'; readonly token: string; readonly name: string | null }
  /** Links that have ended. */
  | { readonly about: 'ended' }
  /** A file request into a folder; null creates one. */
  | { readonly about: 'ask'; readonly folder: RequestFolder }
  /** The user's file requests. */
  | { readonly about: 'requests' };

export const sharingPopup = createStore<SharingPopup | undefined>(undefined);
onSessionEnd(() => sharingPopup.set(undefined));

export const openSharing = (
  about: 'share' | 'refused' | 'unshare' | 'guests',
  items: readonly SharedItem[],
): void => sharingPopup.set({ about, items });
/** @param of number of items, and the name of the first where it is known */
export const shareSeveral = (
  selected: Several,
  of: { readonly count: number; readonly first: string | undefined },
): void => sharingPopup.set({ about: 'several', selected, ...of });
export const askForFiles = (folder: RequestFolder): void => sharingPopup.set({ about: 'ask', folder });
export const closeSharing = (): void => sharingPopup.set(undefined);
