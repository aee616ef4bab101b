import { readsLeftward } from '#shared/lib/reading.ts';

const gap = 6;
const margin = 8;

/** The box that a menu opens at, in pixels of the window; a point is a box without extent. */
export type MenuAnchor = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

export const pointAnchor = (x: number, y: number): MenuAnchor => ({ left: x, right: x, top: y, bottom: y });

/** Places an open menu at its anchor: below it, or above where there is no room, and inside the window.
 * @param align where along the line they are flush */
export const placeMenu = (menu: HTMLElement, anchor: MenuAnchor, align: 'start' | 'end'): void => {
  const { width, height } = menu.getBoundingClientRect();
  const distance = anchor.top === anchor.bottom ? 0 : gap;
  const below = anchor.bottom + distance + height <= innerHeight - margin;
  const left = (align === 'start') === readsLeftward() ? anchor.right - width : anchor.left;
  const above = Math.max(margin, Math.min(anchor.top - distance, innerHeight - margin) - height);
  menu.style.top = `${below ? anchor.bottom + distance : above}px`;
  menu.style.left = `${Math.max(margin, Math.min(left, innerWidth - width - margin))}px`;
};
