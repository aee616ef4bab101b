import type { FilesChanged } from '@holdall/contract/realtime';
import type { FilesEvent } from '#ports/events.ts';

/** With more items than this pages refetch their folder instead. */
const itemsAtMost = 20;
const removedAtMost = 200;
/** With more folders than this pages refetch everything. */
export const containersAtMost = 100;

/** Changes in one account since its pages were last told. */
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

/** Merges an event into the changes. */
export const addChange = (changes: Changes, event: FilesEvent): void => {
  for (const container of event.containers) changes.containers.add(container);
  for (const id of event.removedIds) {
    changes.removed.add(id);
    changes.items.delete(id);
  }
  for (const id of event.itemIds) {
    changes.items.add(id);
    // The item was moved or restored.
    if (!event.removedIds.includes(id)) changes.removed.delete(id);
  }
  changes.trash ||= event.trash;
  changes.favourites ||= event.favourites;
  changes.tree ||= event.tree;
  changes.storage ||= event.storage;
  changes.everything ||= event.everything;
};

const unlessMany = <T>(values: ReadonlySet<T>, most: number): T[] => (values.size > most ? [] : [...values]);

/** Tells whether so much has changed that single folders are not named. */
export const isEverything = ({ containers, everything }: Changes): boolean =>
  everything || containers.size > containersAtMost;

/** Returns the folders whose listings changed; none if everything did. */
export const containersToPublish = (changes: Changes): (string | null)[] =>
  isEverything(changes) ? [] : [...changes.containers];

/** Returns the items to publish one by one; none if they are many. */
export const itemsToPublish = (changes: Changes): string[] =>
  isEverything(changes) ? [] : unlessMany(changes.items, itemsAtMost);

/** Returns the items to publish as removed; none if they are many. */
export const removedToPublish = ({ removed }: Changes): string[] => unlessMany(removed, removedAtMost);

/** Returns a change of everything, for unknown changes. @param own true if it is the recipient's own account */
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
