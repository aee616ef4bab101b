import type { FilesEvent } from '#ports/events.ts';

/** More items than this are not told one by one: pages look their folder up anew. */
const itemsAtMost = 20;
const removedAtMost = 200;

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
};

/** The items to be told one by one; none where they are many. */
export const itemsToTell = ({ items }: Changes): string[] => (items.size > itemsAtMost ? [] : [...items]);

/** The items to be told as gone; none where they are many. */
export const removedToTell = ({ removed }: Changes): string[] =>
  removed.size > removedAtMost ? [] : [...removed];
