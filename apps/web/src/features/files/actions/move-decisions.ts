import type { MoveChoice } from '@holdall/contract/actions';
import type { MoveConflict } from '@holdall/contract/error-codes';
import { batchOf, type Batch } from './batch.ts';

/** Decisions on names that are taken where items are moved. */
export interface MoveDecisions {
  /** On all that were not decided on one by one. */
  readonly onConflict: MoveChoice | 'refuse';
  /** With `replace`: on what cannot replace what is there. */
  readonly orElse: Exclude<MoveChoice, 'replace'> | 'refuse';
  /** By the ids of single items. */
  readonly choices: ReadonlyMap<string, MoveChoice>;
}

export const noDecisions: MoveDecisions = { onConflict: 'refuse', orElse: 'refuse', choices: new Map() };

/** Decisions with one more. @param forAll it holds for all that are still open */
export const decide = (
  decisions: MoveDecisions,
  { id }: MoveConflict,
  { choice, forAll }: { readonly choice: MoveChoice; readonly forAll: boolean },
): MoveDecisions => {
  if (!forAll) return { ...decisions, choices: new Map([...decisions.choices, [id, choice]]) };
  // Items still in question then cannot replace anything.
  if (decisions.onConflict === 'replace' && choice !== 'replace') return { ...decisions, orElse: choice };
  return { ...decisions, onConflict: choice };
};

const decisionOn = ({ onConflict, orElse, choices }: MoveDecisions, { id, replaceable }: MoveConflict) => {
  const choice = choices.get(id) ?? onConflict;
  return choice === 'replace' && !replaceable ? orElse : choice;
};

/** The items that still move: without those of the conflicts that stay where they are. */
export const withoutSkipped = (
  batch: Batch,
  decisions: MoveDecisions,
  conflicts: readonly MoveConflict[],
): Batch => {
  // Everything of a place but some is told by the decisions themselves.
  if (batch.all) return batch;
  const skipped = new Set(
    conflicts.filter((conflict) => decisionOn(decisions, conflict) === 'skip').map(({ id }) => id),
  );
  return batchOf(
    batch.entries.filter(({ id }) => !skipped.has(id)),
    batch,
  );
};

/** Tells whether items may stay where they are of which the page does not know yet. */
export const maySkip = ({ onConflict, orElse, choices }: MoveDecisions): boolean =>
  onConflict === 'skip' || orElse === 'skip' || [...choices.values()].includes('skip');

/** Decisions as the call takes them. */
export const wireOf = ({ onConflict, orElse, choices }: MoveDecisions) => ({
  on_conflict: onConflict,
  ...(orElse !== 'refuse' && { or_else: orElse }),
  ...(choices.size > 0 && {
    choices: Array.from(choices, ([id, choice]) => ({ id, on_conflict: choice })),
  }),
});
