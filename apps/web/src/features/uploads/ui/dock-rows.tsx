import { useState } from 'react';
import type { Translate } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { layRows, rowsInSight, rowTop, type RowLayout } from '../row-window.ts';
import type { UploadEntry } from '../upload-entry.ts';
import { inDockOrder } from '../upload-snapshot.ts';
import { DockRow } from './dock-row.tsx';
import { failureText } from './failure-text.ts';

/** Tallest that the list gets, in pixels; the style sheet holds it to that. */
const viewport = 268;
const touch = '(max-width: 1023px)';
/** Characters of a reason that fit into one line; a longer one gets two. */
const lineLength = 44;

const layoutOf = (entries: readonly UploadEntry[], t: Translate): RowLayout => {
  const failures = entries.map(({ failure }) => failure).filter((failure) => failure !== undefined);
  const heights = failures.map((failure) => (failureText(failure, t).length > lineLength ? 64 : 50));
  return layRows(heights, entries.length, matchMedia(touch).matches ? 48 : 42);
};

interface VisibleRowsProps {
  readonly entries: readonly UploadEntry[];
  readonly layout: RowLayout;
}

/** Scrolls; what it scrolls through is laid out above, once for each change of the queue. */
const VisibleRows = ({ entries, layout }: VisibleRowsProps) => {
  const [scrollTop, setScrollTop] = useState(0);
  const { first, end } = rowsInSight(layout, scrollTop, viewport);

  return (
    <div className="upload-rows" onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}>
      <ul style={{ height: rowTop(entries.length, layout) }}>
        {entries.slice(first, end).map((entry, index) => {
          const position = first + index;
          const top = rowTop(position, layout);
          return (
            <li
              key={entry.id}
              aria-posinset={position + 1}
              aria-setsize={entries.length}
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

/** The rows, of which only those in sight are drawn: a queue may hold ten thousand. */
export const DockRows = ({ entries }: { readonly entries: readonly UploadEntry[] }) => {
  const t = useText();
  const ordered = inDockOrder(entries);
  return <VisibleRows entries={ordered} layout={layoutOf(ordered, t)} />;
};
