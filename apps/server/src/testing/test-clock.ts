import type { Clock } from '#ports/clock.ts';
import { createId } from '#ports/ids.ts';

export interface TestClock extends Clock {
  /** Moves the time forward. */
  advance(milliseconds: number): void;
}

/** A clock that goes on by itself from now and can be set forward. */
export const createTestClock = (): TestClock => {
  let ahead = 0;
  // An earlier test's clock may have been less than a minute ahead, which the ids of this process would continue.
  createId(0);
  return {
    now: () => Date.now() + ahead,
    advance: (milliseconds) => {
      ahead += milliseconds;
    },
  };
};
