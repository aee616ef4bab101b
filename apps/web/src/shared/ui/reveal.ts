/** Scrolls a row of links that is too long to the one that is shown, as its `ref`. */
export const reveal = (link: HTMLElement | null): void =>
  link?.scrollIntoView({ block: 'nearest', inline: 'center' });
