const gap = 6;
const margin = 8;

/** Places an open menu at its trigger: below it, or above where there is no room, and inside the window. */
export const placeMenu = (menu: HTMLElement, trigger: HTMLElement, align: 'start' | 'end'): void => {
  const anchor = trigger.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const below = anchor.bottom + gap + height <= innerHeight - margin;
  const left = align === 'start' ? anchor.left : anchor.right - width;
  menu.style.top = `${below ? anchor.bottom + gap : Math.max(margin, anchor.top - gap - height)}px`;
  menu.style.left = `${Math.max(margin, Math.min(left, innerWidth - width - margin))}px`;
};
