/** Signing out, as all other calls see it: an answer that comes after it would be a refusal. */
let staying: Promise<unknown> | undefined;
let reading = new AbortController();

/**
 * Makes the call that ends the session. Reads in progress are cancelled, and new requests wait for its answer: for
 * ever where the session has ended, and until then where it stays.
 */
export const lastCall = async (make: () => Promise<unknown>): Promise<void> => {
  const made = make();
  staying = made.then(
    // A waiting caller is gone with the session.
    () => new Promise<never>(() => undefined),
    () => undefined,
  );
  reading.abort();
  reading = new AbortController();
  try {
    await made;
  } finally {
    staying = undefined;
  }
};

/** Settles, while it is being signed out, when the session stays after all. */
export const whileStaying = (): Promise<unknown> | undefined => staying;

/** The signal that cancels reads when signing out begins. */
export const readingSignal = (): AbortSignal => reading.signal;
