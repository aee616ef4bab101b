import { AppError } from '#lib/app-error.ts';

/** Archives that one person, or all guests of one link, may have under way at a time. */
const maxConcurrent = 8;
/** Seconds after which another one may find room. */
const retryAfter = 30;

export interface ArchiveSlots {
  /**
   * @param principal a person, or all guests of a link
   * @returns gives the slot back; calling it twice does no harm
   * @throws zip.too_many
   */
  take(principal: string): () => void;
}

/** Bounds the archives that are under way on this node: each reads files and holds its layout in memory. */
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
