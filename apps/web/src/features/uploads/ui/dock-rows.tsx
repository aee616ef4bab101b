import { useState } from 'react';
import type { Translate } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { rowsInSight, rowTops } from '../row-window.ts';
import type { UploadEntry } from '../upload-entry.ts';
import { inDockOrder } from '../upload-snapshot.ts';
import { DockRow } from './dock-row.tsx';
import { failureText } from './failure-text.ts';

/** Tallest that the list gets, in pixels; the style sheet holds it to that. */
const viewport = 268;
const touch = '(max-width: 1023px)';
/** Characters of a reason that fit into one line; a longer one gets two. */
const lineLength = 44;

const heightsOf = (entries: readonly UploadEntry[], t: Translate): readonly number[] => {
  const rowHeight = matchMedia(touch).matches ? 48 : 42;
  return entries.map(({ failure }) => {
    if (failure === undefined) return rowHeight;
    return failureText(failure, t).length > lineLength ? 64 : 50;
  });
};

/** The rows, of which only those in sight are drawn: a queue may hold ten thousand. */
export const DockRows = ({ entries }: { readonly entries: readonly UploadEntry[] }) => {
  const t = useText();
  const [scrollTop, setScrollTop] = useState(0);
  const ordered = inDockOrder(entries);
  const heights = heightsOf(ordered, t);
  const tops = rowTops(heights);
  const { first, end } = rowsInSight(tops, scrollTop, viewport);

  return (
    <div className="upload-rows" onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}>
      <ul style={{ height: tops.at(-1) }}>
        {ordered.slice(first, end).map((entry, index) => (
          <li
            key={entry.id}
            aria-posinset={first + index + 1}
            aria-setsize={ordered.length}
            style={{ top: tops[first + index], height: heights[first + index] }}
          >
            <DockRow entry={entry} />
          </li>
        ))}
      </ul>
    </div>
  );
};
