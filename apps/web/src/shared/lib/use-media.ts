import { useSyncExternalStore } from 'react';

/** The widths at which the layout changes (in CSS the same numbers). */
export const media = {
  phone: '(max-width: 639px)',
  /** Bottom bar instead of rail and panel. */
  mobile: '(max-width: 1023px)',
  /** Details stand beside the list instead of over it. */
  wide: '(min-width: 1280px)',
  /** Hardly any height: a phone that lies on its side, a page at twice its size. */
  low: '(max-height: 599px)',
  popup: '(min-width: 768px)',
  /** A field may take the focus by itself: no keyboard of the screen comes up over what it belongs to. */
  autofocus: '(min-width: 768px) and (not (pointer: coarse))',
  touch: '(pointer: coarse)',
  noHover: '(hover: none)',
} as const;

/** Tells whether a media query holds, and follows it. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
