import type { Entry, Page } from '../entry.ts';
import { folderOf, type ListingSource } from '../listing/listing-source.ts';
import { isSelected, selectedCount, type Selection } from '../selection/selection.ts';
import type { Listing } from '../listing/use-listing.ts';

/** The listing that items are taken from. */
export interface Origin {
  readonly source: ListingSource;
  /** True if the items lie in the trash, in whichever listing they show. */
  readonly isTrash: boolean;
}

/** The target of an action: single items, or everything in a folder or in the trash except some. */
export type Batch = Origin &
  (
    | { readonly all: false; readonly entries: readonly Entry[]; readonly count: number }
    | { readonly all: true; readonly except: ReadonlyMap<string, Entry>; readonly count: number }
  );

/** The parts of a listing that a selection needs. */
export interface Chosen {
  readonly selection: Selection;
  readonly source: ListingSource;
  readonly meta: Page['meta'] | undefined;
}

export const originOf = ({ source, meta }: Pick<Chosen, 'source' | 'meta'>): Origin => ({
  source,
  isTrash: source.kind === 'trash' || meta?.trashed === true,
});

export const batchOf = (entries: readonly Entry[], origin: Origin): Batch => ({
  ...origin,
  all: false,
  entries,
  count: entries.length,
});

/** Returns the whole selection if the entry is in it, else the entry alone (specification section 4). */
export const batchFor = (chosen: Chosen, entry: Entry | undefined): Batch => {
  const { selection, meta } = chosen;
  const origin = originOf(chosen);
  if (entry && !isSelected(selection, entry.id)) return batchOf([entry], origin);
  if (!selection.all) return batchOf([...selection.entries.values()], origin);
  const { except } = selection;
  return { ...origin, all: true, except, count: selectedCount(selection, meta?.total ?? 0) };
};

/** Returns the only entry of a batch; undefined if it has several. */
export const onlyOf = (batch: Batch): Entry | undefined =>
  !batch.all && batch.entries.length === 1 ? batch.entries[0] : undefined;

/** Returns the folder that all items of a batch are in; undefined where they come from several. */
export const parentOf = (batch: Batch): string | null | undefined => {
  if (batch.all) return folderOf(batch.source);
  const [first, ...others] = new Set(batch.entries.map(({ attributes }) => attributes.parent_id));
  return others.length > 0 ? undefined : first;
};

/** Returns the first entry of a batch that the listing has loaded. */
export const firstOf = (batch: Batch, { entryAt }: Pick<Listing, 'entryAt'>): Entry | undefined => {
  if (!batch.all) return batch.entries[0];
  // Among one more entry than there are exceptions, at least one is not excepted.
  const candidates = Array.from({ length: batch.except.size + 1 }, (_, index) => entryAt(index));
  return candidates.find((entry) => entry !== undefined && !batch.except.has(entry.id));
};

/** Reports whether the batch contains an entry. */
export const isIn = (batch: Batch, { id }: Pick<Entry, 'id'>): boolean =>
  batch.all ? !batch.except.has(id) : batch.entries.some((entry) => entry.id === id);

/** Returns the items as the calls of the contract name them. */
export const itemsOf = (batch: Batch) => {
  if (!batch.all) return { items: batch.entries.map(({ id, type }) => ({ id, type })) };
  const { source, isTrash, except } = batch;
  return {
    all_of: {
      id: folderOf(source) ?? 'root',
      in: isTrash ? ('trash' as const) : ('folder' as const),
      except: [...except.keys()],
    },
  };
};
