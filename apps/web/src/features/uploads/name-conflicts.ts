import type { UploadEntries } from './upload-entries.ts';
import type { ConflictDecision, ExistingItem } from './upload-entry.ts';

export interface NameConflictsDeps {
  readonly entries: UploadEntries;
  /** Queues an entry again, with the decision. */
  readonly again: (id: number) => void;
  readonly skip: (id: number) => void;
  /** Forgets the upload on the server. */
  readonly forget: (id: number) => void;
}

/** Resolves taken names: asks the user and remembers the answers. */
export interface NameConflicts {
  /** Handles an entry whose name is taken: it follows the answer for its group, or asks. */
  meet(id: number, existing: ExistingItem): void;
  /** Answers as in `UploadQueue`. */
  answer(id: number, choice: ConflictDecision, forAll: boolean): void;
  /** Makes an entry ask again on its next attempt: the answer for its group no longer applies. */
  askAgain(id: number): void;
  /** Forgets every answer. */
  clear(): void;
}

/** A folder is never moved to the trash for a file. */
const isPossible = (choice: ConflictDecision, existing: ExistingItem | undefined): boolean =>
  choice !== 'replace' || existing?.type !== 'folder';

export function createNameConflicts({ entries, again, skip, forget }: NameConflictsDeps): NameConflicts {
  /** The answers given for all conflicts of a group, by group. */
  const answers = new Map<number, ConflictDecision>();
  const askedAgain = new Set<number>();

  const decide = (id: number, choice: ConflictDecision): void => {
    if (choice === 'skip') {
      forget(id);
      return skip(id);
    }
    entries.decide(id, choice === 'replace' ? 'replace' : 'rename');
    again(id);
  };

  return {
    meet(id, existing) {
      const source = entries.sourceOf(id);
      if (source === undefined) return;
      // A refused file has not arrived, and the server has no part of it unless it has confirmed one.
      source.lastSentAt = undefined;
      source.begun = source.isConfirmed === true;
      const answer = askedAgain.delete(id) ? undefined : answers.get(source.group);
      if (answer !== undefined && isPossible(answer, existing)) decide(id, answer);
      else entries.update(id, { state: 'asking', sent: 0, existing });
    },
    answer(id, choice, forAll) {
      const group = entries.sourceOf(id)?.group;
      if (group === undefined || entries.get(id)?.state !== 'asking') return;
      if (forAll) answers.set(group, choice);
      for (const other of entries.list())
        if (
          other.state === 'asking' &&
          (other.id === id || (forAll && entries.sourceOf(other.id)?.group === group)) &&
          isPossible(choice, other.existing)
        )
          decide(other.id, choice);
    },
    askAgain: (id) => void askedAgain.add(id),
    clear() {
      answers.clear();
      askedAgain.clear();
    },
  };
}
