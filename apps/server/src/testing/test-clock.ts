import type { Clock } from '#ports/clock.ts';

export interface TestClock extends Clock {
  /** Moves the time forward. */
  advance(milliseconds: number): void;
}

/** A clock that goes on by itself from now and can be set forward. */
export const createTestClock = (): TestClock => {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    advance: (milliseconds) => {
      ahead += milliseconds;
    },
  };
};
