import type { MoveChoice } from '@holdall/contract/actions';
import type { MoveConflict } from '@holdall/contract/error-codes';
import { batchOf, type Batch } from './batch.ts';

/** Decisions about taken names in the destination of a move. */
export interface MoveDecisions {
  /** Applies to all conflicts without a decision of their own. */
  readonly onConflict: MoveChoice | 'refuse';
  /** With `replace`: applies to items that cannot replace the existing one. */
  readonly orElse: Exclude<MoveChoice, 'replace'> | 'refuse';
  /** Decisions by the ids of single items. */
  readonly choices: ReadonlyMap<string, MoveChoice>;
}

export const noDecisions: MoveDecisions = { onConflict: 'refuse', orElse: 'refuse', choices: new Map() };

/** Returns the decisions with one more. @param forAll true if it applies to all open conflicts */
export const decide = (
  decisions: MoveDecisions,
  { id }: MoveConflict,
  { choice, forAll }: { readonly choice: MoveChoice; readonly forAll: boolean },
): MoveDecisions => {
  if (!forAll) return { ...decisions, choices: new Map([...decisions.choices, [id, choice]]) };
  // Conflicts that are still open cannot be replaced.
  if (decisions.onConflict === 'replace' && choice !== 'replace') return { ...decisions, orElse: choice };
  return { ...decisions, onConflict: choice };
};

const decisionOn = ({ onConflict, orElse, choices }: MoveDecisions, { id, replaceable }: MoveConflict) => {
  const choice = choices.get(id) ?? onConflict;
  return choice === 'replace' && !replaceable ? orElse : choice;
};

/** Returns the items that still move, without the skipped conflicts. */
export const withoutSkipped = (
  batch: Batch,
  decisions: MoveDecisions,
  conflicts: readonly MoveConflict[],
): Batch => {
  // A batch of everything is filtered by the decisions on the server.
  if (batch.all) return batch;
  const skipped = new Set(
    conflicts.filter((conflict) => decisionOn(decisions, conflict) === 'skip').map(({ id }) => id),
  );
  return batchOf(
    batch.entries.filter(({ id }) => !skipped.has(id)),
    batch,
  );
};

/** Reports whether items that the page does not know of may be skipped. */
export const maySkip = ({ onConflict, orElse, choices }: MoveDecisions): boolean =>
  onConflict === 'skip' || orElse === 'skip' || [...choices.values()].includes('skip');

/** Returns the decisions as the call takes them. */
export const wireOf = ({ onConflict, orElse, choices }: MoveDecisions) => ({
  on_conflict: onConflict,
  ...(orElse !== 'refuse' && { or_else: orElse }),
  ...(choices.size > 0 && {
    choices: Array.from(choices, ([id, choice]) => ({ id, on_conflict: choice })),
  }),
});
