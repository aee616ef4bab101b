/**
 * Work whose one run serves all callers that came before it began, such as a sync of a disk (group commit).
 * Runs do not overlap: callers that come during one share the next.
 */
export class CoalescedRun {
  readonly #work: () => Promise<void>;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  /** @param work each run serves all callers that came before it began */
  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /** Resolves after a run that began later than this call. @throws what that run threw */
  ask(): Promise<void> {
    if (this.#running === undefined) return this.#begin();
    // The run in progress may have passed the caller's change already.
    this.#next ??= this.#running.catch(() => undefined).then(() => this.#begin());
    return this.#next;
  }

  /** Waits until no run is in progress; never rejects. */
  async settled(): Promise<void> {
    while (this.#running !== undefined) await this.#running.catch(() => undefined);
  }

  #begin(): Promise<void> {
    this.#next = undefined;
    const running = this.#work().finally(() => {
      // A waiting caller starts the next run right now.
      if (this.#running === running && this.#next === undefined) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }
}
