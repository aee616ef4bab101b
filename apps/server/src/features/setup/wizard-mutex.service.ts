import { AppError } from '#lib/app-error.ts';
import { createKeyedQueue } from '#lib/concurrency/keyed-queue.ts';

/** Serializes all changes of the draft, of the chosen database, and the installation. */
export interface WizardMutex {
  /** Runs work exclusively. Work must not acquire the mutex again. @throws setup.done if the wizard is over by then */
  run<T>(work: () => Promise<T> | T): Promise<T>;
  /** True if there is an installation; then the wizard answers no more calls. */
  isOver(): boolean;
  end(): void;
}

export const createWizardMutex = (): WizardMutex => {
  const enqueue = createKeyedQueue();
  let over = false;
  return {
    run: (work) =>
      enqueue('', async () => {
        // The wizard may have ended while this work waited.
        if (over) throw new AppError('setup.done');
        return work();
      }),
    isOver: () => over,
    end: () => {
      over = true;
    },
  };
};
