/**
 * Work that does for all who asked for it before it began, such as making a disk keep what was written (group commit). One
 * run at a time: whoever asks during one shares the next with all others who do.
 */
export class CoalescedRun {
  readonly #work: () => Promise<void>;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  /** @param work each run of it serves everybody who asked before the run began */
  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /** Resolves after a run that began later than this call. @throws what that run threw */
  ask(): Promise<void> {
    if (this.#running === undefined) return this.#begin();
    // The run under way may have passed by already what this call is about.
    this.#next ??= this.#running.catch(() => undefined).then(() => this.#begin());
    return this.#next;
  }

  /** Waits until nothing runs any more; never rejects. */
  async settled(): Promise<void> {
    while (this.#running !== undefined) await this.#running.catch(() => undefined);
  }

  #begin(): Promise<void> {
    this.#next = undefined;
    const running = this.#work().finally(() => {
      // Who waits for the next run has it begin right now.
      if (this.#running === running && this.#next === undefined) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }
}
