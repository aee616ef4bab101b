import type { MoveBody, MoveChoice } from '@holdall/contract/actions';
import type { Trx } from '#db/database.ts';
import { listTaken, type TakenName } from './changes.repo.ts';
import { maxListedConflicts, moveConflicts } from './files.errors.ts';
import { freeNames, nameKey } from './free-names.ts';
import type { Destination } from './item-tree.ts';
import type { ResolvedItem } from './selection.ts';

export interface ResolvedNames {
  /** New names of items whose own is taken. */
  readonly names: ReadonlyMap<string, string>;
  /** Items that replace a file at the destination, with the ids of those files. */
  readonly replaced: ReadonlyMap<string, string>;
  /** Items that are left out. */
  readonly skipped: ReadonlySet<string>;
}

/** The caller's decisions on items whose names are taken. */
type Decisions = Pick<MoveBody, 'on_conflict' | 'or_else' | 'choices'>;

const decisionsOf = ({ on_conflict: forAll, or_else: orElse = 'refuse', choices = [] }: Decisions) => {
  const single = new Map(choices.map(({ id, on_conflict }) => [id, on_conflict]));
  return (id: string, isReplaceable: boolean): MoveChoice | 'refuse' => {
    const choice = single.get(id) ?? forAll;
    return choice === 'replace' && !isReplaceable ? orElse : choice;
  };
};

/**
 * Finds a name for each item at the destination, or the item that it replaces. An item that is there already does not
 * conflict with itself: its copy gets a number.
 *
 * @throws item.name_taken with the undecided conflicts
 */
export const resolveTakenNames = async (
  trx: Trx,
  destination: Destination,
  { items, decisions }: { items: readonly ResolvedItem[]; decisions: Decisions },
): Promise<ResolvedNames> => {
  const at = ({ name }: { name: string }) => ({ container: destination.containerId, name });
  const taken = new Map<string, TakenName>();
  for (const row of await listTaken(trx, items.map(at))) taken.set(row.name, row);
  // Items of one folder cannot have equal names, and there may be very many of them.
  const first = new Map<string, ResolvedItem>();
  if (items.some(({ parent_id }) => parent_id !== items[0]?.parent_id))
    for (const item of items) if (!first.has(item.name)) first.set(item.name, item);
  const isFirst = ({ id, name }: ResolvedItem): boolean => (first.get(name)?.id ?? id) === id;
  const clashing = items.filter((item) => taken.has(item.name) || !isFirst(item));
  const names = new Map<string, string>();
  const skipped = new Set<string>();
  if (clashing.length === 0) return { names, replaced: new Map(), skipped };
  const decisionOn = decisionsOf(decisions);
  const replaceable = (item: ResolvedItem): boolean =>
    item.type === 'file' && taken.get(item.name)?.type === 'file' && isFirst(item);
  const renamed: ResolvedItem[] = [];
  const replaced = new Map<string, string>();
  const undecided: ResolvedItem[] = [];
  for (const item of clashing) {
    const isItself = taken.get(item.name)?.id === item.id;
    const decided = decisionOn(item.id, replaceable(item));
    const decision = isItself && decided !== 'skip' ? 'rename' : decided;
    if (decision === 'skip') skipped.add(item.id);
    else if (decision === 'rename') renamed.push(item);
    else if (decision === 'replace') replaced.set(item.id, taken.get(item.name)?.id ?? '');
    else undecided.push(item);
  }
  if (undecided.length > 0) {
    const told = undecided.slice(0, maxListedConflicts).map((item) => ({
      ...item,
      existing: taken.get(item.name) ?? first.get(item.name) ?? item,
      replaceable: replaceable(item),
    }));
    throw moveConflicts(told, undecided.length);
  }
  const reserved = new Set(items.map((item) => nameKey(at(item))));
  const found = await freeNames(
    trx,
    renamed.map((item) => ({ ...at(item), type: item.type })),
    reserved,
  );
  for (const [index, { id, name }] of renamed.entries()) names.set(id, found[index] ?? name);
  return { names, replaced, skipped };
};
