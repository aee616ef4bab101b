import type { UploadEntries } from './upload-entries.ts';
import type { ClashChoice, ExistingItem } from './upload-entry.ts';

export interface UploadClashesDeps {
  readonly entries: UploadEntries;
  /** Lets an entry wait for its turn again, under what was decided. */
  readonly again: (id: number) => void;
  readonly skip: (id: number) => void;
  /** The upload goes no further. */
  readonly forget: (id: number) => void;
}

/** Names that are taken: who must be asked, and what was answered. */
export interface UploadClashes {
  /** An entry has met a taken name: it does what was said for all that came with it, or asks. */
  meet(id: number, existing: ExistingItem): void;
  /** As the queue has it. */
  answer(id: number, choice: ClashChoice, forAll: boolean): void;
  /** Somebody wants this one tried again after all: what was said for all of them holds no longer. */
  askAgain(id: number): void;
  /** Forgets every answer. */
  clear(): void;
}

/** A folder is never sent to the trash for a file. */
const isPossible = (choice: ClashChoice, existing: ExistingItem | undefined): boolean =>
  choice !== 'replace' || existing?.type !== 'folder';

export function createUploadClashes({ entries, again, skip, forget }: UploadClashesDeps): UploadClashes {
  /** The answers given for all conflicts of a batch, by batch. */
  const answers = new Map<number, ClashChoice>();
  const askedAgain = new Set<number>();

  const decide = (id: number, choice: ClashChoice): void => {
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
      // It was refused, so it has not arrived; nor has the server a part of it that it has not told of.
      source.lastSentAt = undefined;
      source.begun = source.isHeld === true;
      const answer = askedAgain.delete(id) ? undefined : answers.get(source.batch);
      if (answer !== undefined && isPossible(answer, existing)) decide(id, answer);
      else entries.update(id, { state: 'asking', sent: 0, existing });
    },
    answer(id, choice, forAll) {
      const batch = entries.sourceOf(id)?.batch;
      if (batch === undefined || entries.get(id)?.state !== 'asking') return;
      if (forAll) answers.set(batch, choice);
      for (const other of entries.list())
        if (
          other.state === 'asking' &&
          (other.id === id || (forAll && entries.sourceOf(other.id)?.batch === batch)) &&
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
