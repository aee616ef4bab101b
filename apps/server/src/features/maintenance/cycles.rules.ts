interface Unreachable {
  readonly id: string;
  readonly parent_id: string;
}

/**
 * Returns one folder of each cycle among unreachable items; moving it to the top makes all others reachable. There
 * is no other cause, because every folder exists.
 */
export const cycleBreakersOf = <T extends Unreachable>(unreachable: readonly T[]): T[] => {
  const byId = new Map(unreachable.map((item) => [item.id, item]));
  const settled = new Set<string>();
  const breakers: T[] = [];
  for (const start of unreachable) {
    const way = new Set<string>();
    let item: T | undefined = start;
    while (item !== undefined && !settled.has(item.id) && !way.has(item.id)) {
      way.add(item.id);
      item = byId.get(item.parent_id);
    }
    if (item !== undefined && way.has(item.id)) breakers.push(item);
    for (const id of way) settled.add(id);
  }
  return breakers;
};

/** Tells whether all folders are reachable from the top. @param folders with all their ancestors */
export const areReachable = (
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
