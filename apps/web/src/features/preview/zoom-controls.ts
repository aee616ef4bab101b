import type { Store } from '#shared/lib/store.ts';

/** The controls of the zoom, for the header's buttons and the keys. */
export interface ZoomControls {
  readonly percent: number;
  /** There is more than the window shows, so that a drag moves it. */
  readonly larger: boolean;
  readonly in: () => void;
  readonly out: () => void;
  readonly fit: () => void;
  readonly rotate?: () => void;
}

/** Undefined where there is nothing to zoom. */
export type ZoomStore = Store<ZoomControls | undefined>;

/**
 * Does the action of a key.
 *
 * @returns whether it has one here
 */
export const pressZoomKey = (controls: ZoomStore, key: string): boolean => {
  const zoom = controls.get();
  if (key === '+' || key === '=') zoom?.in();
  else if (key === '-') zoom?.out();
  else if (key === '0') zoom?.fit();
  else if (key === 'r' || key === 'R') zoom?.rotate?.();
  else return false;
  return true;
};
