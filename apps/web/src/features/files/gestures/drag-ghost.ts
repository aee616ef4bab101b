import './drag-ghost.css';
import { text } from '#shared/i18n/messages.ts';
import { onlyOf, type Batch } from '../actions/batch.ts';

/** Pixels between the pointer and the ghost. */
const distance = 14;

interface DragGhost {
  readonly follow: (x: number, y: number) => void;
  readonly remove: () => void;
}

/**
 * What follows the pointer while items are dragged: the picture of the pressed one, and its name or how many they are.
 * @param element the pressed entry's.
 */
export const showGhost = (batch: Batch, element: HTMLElement | undefined): DragGhost => {
  const ghost = document.createElement('div');
  ghost.className = 'drag-ghost';
  ghost.setAttribute('aria-hidden', 'true');
  const picture = element?.querySelector('.list-icon > *, .grid-picture > *')?.cloneNode(true);
  if (picture) {
    const frame = document.createElement('span');
    frame.className = 'drag-ghost-picture';
    frame.append(picture);
    ghost.append(frame);
  }
  const only = onlyOf(batch);
  const label = document.createElement('span');
  label.className = 'truncate';
  label.textContent = only?.attributes.name ?? text('drag.items', { count: batch.count });
  ghost.append(label);
  if (!only) {
    const badge = document.createElement('b');
    badge.textContent = new Intl.NumberFormat(document.documentElement.lang).format(batch.count);
    ghost.append(badge);
  }
  document.body.append(ghost);
  return {
    follow: (x, y) => {
      ghost.style.transform = `translate(${x + distance}px, ${y + distance}px)`;
    },
    remove: () => ghost.remove(),
  };
};
