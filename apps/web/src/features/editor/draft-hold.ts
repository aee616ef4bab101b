/** The right to store the unsaved text of a file: one page has it at a time, so that two do not overwrite each other's. */
export interface DraftHold {
  readonly isHeld: () => boolean;
  readonly release: () => void;
}

/** Browsers provide it on HTTPS and on localhost only. */
const lockManager = (): LockManager | undefined => (navigator as { readonly locks?: LockManager }).locks;

/**
 * Takes the right to store the unsaved text of a file, or waits for it while another page has it.
 *
 * @param onHeld called where it comes later
 */
export const holdDrafts = async (
  { owner, itemId }: { readonly owner: string; readonly itemId: string },
  onHeld: () => void,
): Promise<DraftHold> => {
  const locks = lockManager();
  if (!locks) return { isHeld: () => true, release: () => undefined };
  const name = `holdall-draft ${owner} ${itemId}`;
  const { promise: released, resolve } = Promise.withResolvers<undefined>();
  const leaving = new AbortController();
  let isHeld = false;
  const first = Promise.withResolvers<undefined>();
  const hold = async (): Promise<void> => {
    isHeld = true;
    await released;
  };
  void locks.request(name, { ifAvailable: true }, (lock) => {
    if (lock) {
      const held = hold();
      first.resolve(undefined);
      return held;
    }
    first.resolve(undefined);
    locks
      .request(name, { signal: leaving.signal }, () => {
        const held = hold();
        onHeld();
        return held;
      })
      .catch(() => undefined);
    return undefined;
  });
  await first.promise;
  return {
    isHeld: () => isHeld,
    release: () => {
      leaving.abort();
      resolve(undefined);
    },
  };
};
