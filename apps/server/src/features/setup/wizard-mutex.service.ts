import { AppError } from '#lib/app-error.ts';
import { createKeyedQueue } from '#lib/keyed-queue.ts';

/** Whatever changes the draft, the choice of the database, or what both become: one after the other. */
export interface WizardMutex {
  /** Does it when nothing else does. It must not take a mutex itself. @throws setup.done where the wizard is over by then */
  run<T>(work: () => Promise<T> | T): Promise<T>;
  /** Whether there is an installation: nothing of the wizard answers any more. */
  isOver(): boolean;
  end(): void;
}

export const createWizardMutex = (): WizardMutex => {
  const enqueue = createKeyedQueue();
  let over = false;
  return {
    run: (work) =>
      enqueue('', async () => {
        // What a step was tried by may have taken its time.
        if (over) throw new AppError('setup.done');
        return work();
      }),
    isOver: () => over,
    end: () => {
      over = true;
    },
  };
};
