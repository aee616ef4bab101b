import type { RemoveBody } from '@holdall/contract/actions';
import { type Actor, principalOf } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';
import { changeTree, type Planning, type TreeDeps } from './change-tree.ts';
import { stateOf } from './changes.rules.ts';
import type { ChangeResult, ItemChange, Plan } from './changes.types.ts';
import { type ResolvedItem, resolveItems } from './selection.ts';

/**
 * Milliseconds within which a repeated removal counts as the same one: a key pressed twice, two windows, a
 * retried call. A repetition must not delete anything permanently.
 */
const repeatWithin = 10_000;

const planRemoval = async ({ trx, actor, now }: Planning, input: RemoveBody): Promise<Plan> => {
  const items = await resolveItems(trx, actor, {
    items: input.items?.map(({ id, type }) => ({ id, type })),
    all_of: input.all_of,
    // Guests can only move items to their owner's trash.
    action: actor.kind === 'guest' ? 'remove' : 'purge',
    lock: true,
  });
  const forced = new Set(input.items?.filter((item) => item.force_delete).map(({ id }) => id));
  const principal = principalOf(actor);
  const isForced = ({ id }: ResolvedItem): boolean =>
    input.force_delete || forced.has(id) || input.all_of?.in === 'trash';
  if (actor.kind === 'guest' && items.some(isForced)) throw new AppError('share.forbidden');
  const isRepeated = (item: ResolvedItem): boolean =>
    !isForced(item) && item.trashedAt !== null && now - item.trashedAt < repeatWithin;
  const changeOf = (before: ResolvedItem): ItemChange => {
    const state = stateOf(before);
    return before.trashed || isForced(before)
      ? // Nothing holds it any more, so that the folder it was in can go before it.
        { before, after: { ...state, parent_id: null, deleted_at: before.deleted_at ?? now, purged_at: now } }
      : { before, after: { ...state, deleted_at: now, trashed_by: principal } };
  };
  return {
    kind: 'remove',
    throughTrash: true,
    count: items.length,
    changes: items.filter((item) => !isRepeated(item)).map(changeOf),
  };
};

/**
 * Moves items to the trash with a single mark, whatever they contain. Items that are there already, or whose
 * removal is forced, are permanently deleted: they vanish at once, and their rows are purged in the
 * background. A repeated removal changes nothing.
 *
 * @throws item.not_found, batch.too_large
 */
export const removeItems = (deps: TreeDeps, actor: Actor, input: RemoveBody): Promise<ChangeResult> =>
  changeTree(deps, actor, (planning) => planRemoval(planning, input));
