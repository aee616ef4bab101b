import type { FilesChanged } from '@holdall/contract/realtime';
import type { FilesEvent } from '#ports/events.ts';

/** More items than this are not told one by one: pages look their folder up anew. */
const itemsAtMost = 20;
const removedAtMost = 200;
/** More folders than this are not named: pages look everything up anew. */
export const containersAtMost = 100;

/** What has happened in one account since its pages were last told. */
export interface Changes {
  readonly ownerId: string;
  readonly origin: string | undefined;
  readonly containers: Set<string | null>;
  readonly items: Set<string>;
  readonly removed: Set<string>;
  trash: boolean;
  favourites: boolean;
  tree: boolean;
  storage: boolean;
  everything: boolean;
}

export const noChanges = ({ ownerId, origin }: Pick<FilesEvent, 'ownerId' | 'origin'>): Changes => ({
  ownerId,
  origin,
  containers: new Set(),
  items: new Set(),
  removed: new Set(),
  trash: false,
  favourites: false,
  tree: false,
  storage: false,
  everything: false,
});

/** Adds what an event tells to what is known already. */
export const addChange = (changes: Changes, event: FilesEvent): void => {
  for (const container of event.containers) changes.containers.add(container);
  for (const id of event.removedIds) {
    changes.removed.add(id);
    changes.items.delete(id);
  }
  for (const id of event.itemIds) {
    changes.items.add(id);
    // It has left one folder and come into another, or it is back.
    if (!event.removedIds.includes(id)) changes.removed.delete(id);
  }
  changes.trash ||= event.trash;
  changes.favourites ||= event.favourites;
  changes.tree ||= event.tree;
  changes.storage ||= event.storage;
  changes.everything ||= event.everything;
};

const unlessMany = <T>(values: ReadonlySet<T>, most: number): T[] => (values.size > most ? [] : [...values]);

/** Whether so much is different that single folders are not told any more. */
export const isEverything = ({ containers, everything }: Changes): boolean =>
  everything || containers.size > containersAtMost;

/** The folders whose listing is to be looked up anew; none where everything is. */
export const containersToPublish = (changes: Changes): (string | null)[] =>
  isEverything(changes) ? [] : [...changes.containers];

/** The items to be told one by one; none where they are many. */
export const itemsToPublish = (changes: Changes): string[] =>
  isEverything(changes) ? [] : unlessMany(changes.items, itemsAtMost);

/** The items to be told as gone; none where they are many. */
export const removedToPublish = ({ removed }: Changes): string[] => unlessMany(removed, removedAtMost);

/** What pages are told of files where nobody knows what has changed. @param own whether it is their account */
export const allOver = (own: boolean): FilesChanged => ({
  containers: [],
  items: [],
  removed: [],
  trash: own,
  favourites: own,
  tree: true,
  storage: own,
  everything: true,
});
