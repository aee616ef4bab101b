interface Adrift {
  readonly id: string;
  readonly parent_id: string;
}

/**
 * Of items that no way leads to from the top, one of each circle of folders that are in one another: brought to the top,
 * it takes all others with it. Nothing else can keep an item from being reached, because every folder is there.
 */
export const closersOf = <T extends Adrift>(adrift: readonly T[]): T[] => {
  const byId = new Map(adrift.map((item) => [item.id, item]));
  const settled = new Set<string>();
  const closers: T[] = [];
  for (const start of adrift) {
    const way = new Set<string>();
    let item: T | undefined = start;
    while (item !== undefined && !settled.has(item.id) && !way.has(item.id)) {
      way.add(item.id);
      item = byId.get(item.parent_id);
    }
    if (item !== undefined && way.has(item.id)) closers.push(item);
    for (const id of way) settled.add(id);
  }
  return closers;
};

/** Tells whether a way leads to the top from each of the folders. @param folders with all that are above them */
export const areReached = (
  folders: readonly { readonly id: string; readonly parent_id: string | null }[],
): boolean => {
  const parents = new Map(folders.map(({ id, parent_id: parentId }) => [id, parentId]));
  const reached = new Set<string>();
  for (const { id } of folders) {
    const way = new Set<string>();
    let at: string | null | undefined = id;
    while (at !== null && !reached.has(at)) {
      if (way.has(at)) return false;
      way.add(at);
      at = parents.get(at);
      if (at === undefined) return false;
    }
    for (const each of way) reached.add(each);
  }
  return true;
};
