import { useState } from 'react';
import { rowTop, rowWindow, type RowLayout } from '../row-window.ts';
import type { UploadEntry } from '../upload-entry.ts';
import { inDockOrder } from '../upload-snapshot.ts';
import { DockRow } from './dock-row.tsx';

/** Tallest that the list gets, in pixels; the style sheet holds it to that. */
const viewport = 268;
const touch = '(max-width: 1023px)';

const layoutOf = (entries: readonly UploadEntry[]): RowLayout => ({
  rows: entries.length,
  tallRows: entries.findLastIndex(({ state }) => state === 'failed') + 1,
  ...(matchMedia(touch).matches ? { tallHeight: 66, height: 48 } : { tallHeight: 62, height: 42 }),
});

/** The rows, of which only those in sight are drawn: a queue may hold ten thousand. */
export const DockRows = ({ entries }: { readonly entries: readonly UploadEntry[] }) => {
  const [scrollTop, setScrollTop] = useState(0);
  const ordered = inDockOrder(entries);
  const layout = layoutOf(ordered);
  const { first, end } = rowWindow(layout, scrollTop, viewport);

  return (
    <div className="upload-rows" onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}>
      <ul style={{ height: rowTop(ordered.length, layout) }}>
        {ordered.slice(first, end).map((entry, index) => {
          const position = first + index;
          const top = rowTop(position, layout);
          return (
            <li
              key={entry.id}
              aria-posinset={position + 1}
              aria-setsize={ordered.length}
              style={{ top, height: rowTop(position + 1, layout) - top }}
            >
              <DockRow entry={entry} />
            </li>
          );
        })}
      </ul>
    </div>
  );
};
