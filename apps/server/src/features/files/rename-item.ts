import type { RenameBody } from '@holdall/contract/actions';
import { changeTree, type Planning, type TreeDeps } from './change-tree.ts';
import { stateOf } from './changes.rules.ts';
import type { ChangeResult, Plan } from './changes.types.ts';
import { itemNotFound, nameTaken, wrongType } from './files.errors.ts';
import { findSibling } from './files.repo.ts';
import { locateItem } from './item-gate.ts';
import { resolveItems } from './selection.ts';
import type { Actor } from '#lib/actor.ts';

export interface RenameInput extends RenameBody {
  readonly id: string;
}

const planRename = async ({ trx, actor }: Planning, input: RenameInput): Promise<Plan> => {
  const { item } = await locateItem(trx, actor, { id: input.id, action: 'rename' });
  const named = [{ id: item.id, type: item.type }];
  const [row] = await resolveItems(trx, actor, { items: named, action: 'rename', lock: true });
  if (row === undefined) throw itemNotFound();
  for (const field of ['emoji', 'color'] as const)
    if (row.type === 'file' && (input[field] ?? null) !== null) throw wrongType(field);
  const { name = row.name, emoji = row.emoji, color = row.color } = input;
  if (name !== row.name && (await findSibling(trx, item.container_id, name)) !== undefined)
    throw nameTaken(name);
  return {
    kind: 'rename',
    throughTrash: false,
    count: 1,
    changes: [{ before: row, after: { ...stateOf(row), name, emoji, color } }],
  };
};

/** Renames an item, and sets a folder's emoji and colour. @throws item.not_found, item.name_taken, item.wrong_type */
export const renameItem = (deps: TreeDeps, actor: Actor, input: RenameInput): Promise<ChangeResult> =>
  changeTree(deps, actor, (planning) => planRename(planning, input));
