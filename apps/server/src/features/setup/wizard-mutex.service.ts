import { AppError } from '#lib/app-error.ts';
import { createKeyedQueue } from '#lib/keyed-queue.ts';

/** Whatever changes the draft, the choice of the database, or what both become: one after the other. */
export interface Turn {
  /** Does it when nothing else does. It must not take a turn itself. @throws setup.done where the wizard is over by then */
  take<T>(work: () => Promise<T> | T): Promise<T>;
  /** Whether there is an installation: nothing of the wizard answers any more. */
  isOver(): boolean;
  end(): void;
}

export const createTurn = (): Turn => {
  const enqueue = createKeyedQueue();
  let over = false;
  return {
    take: (work) =>
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
