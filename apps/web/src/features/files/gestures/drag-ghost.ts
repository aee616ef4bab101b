import './drag-ghost.css';
import '#shared/ui/file-name.css';
import { currentLocale, text } from '#shared/i18n/messages.ts';
import { readsLeftward } from '#shared/lib/reading.ts';
import { shownPieces } from '#shared/lib/split-name.ts';
import { onlyOf, type Batch } from '../actions/batch.ts';
import { isFolder, type Entry } from '../entry.ts';

/** Pixels between the pointer and the ghost. */
const distance = 14;

interface DragGhost {
  readonly follow: (x: number, y: number) => void;
  readonly remove: () => void;
}

const spanOf = (className: string, ...children: readonly Node[]): HTMLElement => {
  const span = document.createElement('span');
  span.className = className;
  span.append(...children);
  return span;
};

/** Renders a name as `FileName` does, outside React. */
const nameOf = (entry: Entry): HTMLElement => {
  const [head, tail] = shownPieces(entry.attributes.name, isFolder(entry));
  const whole = document.createElement('bdi');
  whole.textContent = head + tail;
  if (tail === '') return spanOf('file-name', whole);
  const pieces = document.createElement('span');
  pieces.dataset['head'] = head;
  pieces.dataset['tail'] = tail;
  return spanOf('file-name', whole, spanOf('file-name-cut', pieces));
};

/** Returns an element with the count in words. */
const countOf = ({ count }: Batch): HTMLElement => {
  const words = document.createElement('span');
  words.className = 'truncate';
  words.textContent = text('drag.items', { count });
  return words;
};

/**
 * Shows a ghost that follows the pointer while items are dragged: the picture of the pressed item, and its name or the
 * count.
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
  ghost.append(only ? nameOf(only) : countOf(batch));
  if (!only) {
    const badge = document.createElement('b');
    badge.textContent = new Intl.NumberFormat(currentLocale()).format(batch.count);
    ghost.append(badge);
  }
  document.body.append(ghost);
  return {
    follow: (x, y) => {
      const left = readsLeftward() ? x - distance - ghost.offsetWidth : x + distance;
      ghost.style.transform = `translate(${left}px, ${y + distance}px)`;
    },
    remove: () => ghost.remove(),
  };
};
