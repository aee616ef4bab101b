import type { Entry, Page } from '../entry.ts';
import type { SparsePages } from '../cache/sparse-pages.ts';

/**
 * The selection by ids, so that it survives sorting and reloading: single entries, or all except some. A folder of
 * 100,000 entries can be selected whole although most of them are not loaded.
 */
export type Selection =
  | { readonly all: false; readonly entries: ReadonlyMap<string, Entry> }
  | { readonly all: true; readonly except: ReadonlyMap<string, Entry> };

const mapOf = (entries: Iterable<Entry>): Map<string, Entry> =>
  new Map([...entries].map((entry) => [entry.id, entry]));

export const nothing: Selection = { all: false, entries: new Map() };
export const everything: Selection = { all: true, except: new Map() };
export const selectionOf = (entries: Iterable<Entry>): Selection => ({ all: false, entries: mapOf(entries) });

export const isSelected = (selection: Selection, id: string): boolean =>
  selection.all ? !selection.except.has(id) : selection.entries.has(id);

/** Returns the selection with each of the entries toggled. */
export const toggledAll = (selection: Selection, entries: Iterable<Entry>): Selection => {
  const map = new Map(selection.all ? selection.except : selection.entries);
  for (const entry of entries) if (!map.delete(entry.id)) map.set(entry.id, entry);
  return selection.all ? { all: true, except: map } : { all: false, entries: map };
};

export const toggled = (selection: Selection, entry: Entry): Selection => toggledAll(selection, [entry]);

/** Returns the selection with more entries. */
export const withEntries = (selection: Selection, entries: Iterable<Entry>): Selection => {
  if (!selection.all) return { all: false, entries: new Map([...selection.entries, ...mapOf(entries)]) };
  const added = mapOf(entries);
  return { all: true, except: new Map([...selection.except].filter(([id]) => !added.has(id))) };
};

/** Returns the selection with one of its entries changed. */
export const withChanged = (selection: Selection, id: string, change: (entry: Entry) => Entry): Selection => {
  const known = selection.all ? selection.except : selection.entries;
  const entry = known.get(id);
  if (!entry) return selection;
  const next = new Map(known).set(id, change(entry));
  return selection.all ? { all: true, except: next } : { all: false, entries: next };
};

/** Returns the selection without deleted entries. */
export const without = (selection: Selection, gone: readonly Pick<Entry, 'id'>[]): Selection => {
  const ids = new Set(gone.map(({ id }) => id));
  const known = selection.all ? selection.except : selection.entries;
  if (![...known.keys()].some((id) => ids.has(id))) return selection;
  const left = new Map([...known].filter(([id]) => !ids.has(id)));
  return selection.all ? { all: true, except: left } : { all: false, entries: left };
};

/**
 * Restores an earlier selection as far as its entries are loaded. A selection of all except some becomes empty if an
 * exception is gone, since that one must not be selected now.
 */
export const amongLoaded = (selection: Selection, pages: SparsePages): Selection => {
  const known = selection.all ? selection.except : selection.entries;
  if (known.size === 0) return selection;
  const loaded = mapOf([...pages.values()].flatMap(({ entries }) => entries));
  const found = [...known.keys()].map((id) => loaded.get(id)).filter((entry) => entry !== undefined);
  if (!selection.all) return found.length > 0 ? selectionOf(found) : nothing;
  return found.length === known.size ? selection : nothing;
};

export const selectedCount = (selection: Selection, total: number): number =>
  selection.all ? Math.max(0, total - selection.except.size) : selection.entries.size;

const sizeOf = (entries: Iterable<Entry>): number =>
  [...entries].reduce((sum, entry) => sum + (entry.attributes.size ?? 0), 0);

export interface SelectionSummary {
  readonly count: number;
  readonly folders: number;
  readonly files: number;
  /** Bytes of the selected files; folders count as 0. */
  readonly size: number;
}

/** Returns the count and size of the selection in a listing. */
export const summaryOf = (selection: Selection, meta: Page['meta']): SelectionSummary => {
  const entries = [...(selection.all ? selection.except : selection.entries).values()];
  const folders = entries.filter(({ type }) => type === 'folder').length;
  const part = { count: entries.length, folders, files: entries.length - folders, size: sizeOf(entries) };
  if (!selection.all) return part;
  return {
    count: Math.max(0, meta.total - part.count),
    folders: Math.max(0, meta.folders - part.folders),
    files: Math.max(0, meta.files - part.files),
    size: Math.max(0, meta.size - part.size),
  };
};

/** Returns the only selected entry; undefined if there are none or several. */
export const onlySelected = (selection: Selection): Entry | undefined =>
  selection.all || selection.entries.size !== 1 ? undefined : selection.entries.values().next().value;
