import { useLayoutEffect } from 'react';

/**
 * Writes down at the document's root what styles elsewhere need to know, as long as it is so. A selector that looks for it in the
 * page (`:root:has(…)`) would be tried again at every change of the page: a thirtieth of a frame that scrolls a long listing.
 *
 * @param name of the attribute, without `data-`
 * @param value undefined: there is none
 */
export const useRootData = (name: string, value: string | undefined): void =>
  useLayoutEffect(() => {
    if (value === undefined) return undefined;
    const { documentElement: root } = document;
    root.setAttribute(`data-${name}`, value);
    return () => root.removeAttribute(`data-${name}`);
  }, [name, value]);
