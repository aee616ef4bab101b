import type { Point } from './zoom.ts';

/** Milliseconds that a finger rests in a tap, and between two of them. */
const longestTap = 300;
const longestPause = 350;
/** Pixels that a finger wanders in a tap, and between two of them. */
const wandering = 12;
const apart = 40;

interface Touch {
  readonly at: Point;
  /** Milliseconds of any clock. */
  readonly time: number;
}

const isNear = (one: Touch, other: Touch, distance: number): boolean =>
  Math.hypot(one.at.x - other.at.x, one.at.y - other.at.y) <= distance;

/** Tells two quick taps of one finger at one place; not every browser makes a double click of them. */
export const createDoubleTap = () => {
  let began: Touch | undefined;
  let before: Touch | undefined;
  return {
    /** @param fingers how many there are now */
    down: (touch: Touch, fingers: number): void => {
      began = fingers === 1 ? touch : undefined;
      if (fingers > 1) before = undefined;
    },
    /** @returns whether this was the end of the second tap */
    up: (touch: Touch): boolean => {
      const isTap =
        began !== undefined && isNear(began, touch, wandering) && touch.time - began.time <= longestTap;
      const isSecond =
        isTap &&
        before !== undefined &&
        isNear(before, touch, apart) &&
        touch.time - before.time <= longestPause + longestTap;
      before = isTap && !isSecond ? touch : undefined;
      began = undefined;
      return isSecond;
    },
  };
};
