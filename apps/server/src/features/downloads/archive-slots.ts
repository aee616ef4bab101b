import { AppError } from '#lib/app-error.ts';

/** The most concurrent archives of one person, or of all guests of one link. */
const maxConcurrent = 8;
/** Seconds after which a slot may be free. */
const retryAfter = 30;

export interface ArchiveSlots {
  /**
   * Takes a slot.
   *
   * @param principal a person, or all guests of a link
   * @returns releases the slot; calling it twice does no harm
   * @throws zip.too_many
   */
  take(principal: string): () => void;
}

/** Limits the concurrent archives on this node, since each reads files and keeps its layout in memory. */
export const createArchiveSlots = (): ArchiveSlots => {
  const taken = new Map<string, number>();
  return {
    take: (principal) => {
      const before = taken.get(principal) ?? 0;
      if (before >= maxConcurrent) throw new AppError('zip.too_many', { retryAfter });
      taken.set(principal, before + 1);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        const left = (taken.get(principal) ?? 0) - 1;
        if (left > 0) taken.set(principal, left);
        else taken.delete(principal);
      };
    },
  };
};
