import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Translate } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { layRows, rowsInSight, rowTop, type RowLayout } from '../row-window.ts';
import { isRetryable, type UploadEntry } from '../upload-entry.ts';
import { inDockOrder } from '../upload-snapshot.ts';
import { wrappedLines } from '../wrapped-lines.ts';
import { DockRow } from './dock-row.tsx';
import { failureText } from './failure-text.ts';

/** The maximum height of the list in pixels; the style sheet enforces it. */
const viewport = 268;
const touch = '(max-width: 1023px)';
/** The minimum width of the list in pixels: docked, and on the smallest phones. */
const narrowest = 296;
/** The width of everything beside a reason, and of the retry button, in pixels. */
const besides = 60;
const retryButton = 54;
/** The width of a reason's characters in pixels, estimated generously, since overflow would be cut off. */
const characterWidth = 6.6;
/** The height of a row with a reason, in pixels: without the reason's lines, and of each of those. */
const failedHeight = 34;
const lineHeight = 16;
/** The maximum number of lines of a reason; the style sheet enforces it. */
const mostLines = 6;

const heightOf = (entry: UploadEntry, reason: string, width: number): number => {
  const room = width - besides - (isRetryable(entry) ? retryButton : 0);
  const lines = wrappedLines(reason, Math.floor(room / characterWidth));
  return failedHeight + lineHeight * Math.min(lines, mostLines);
};

const layoutOf = (entries: readonly UploadEntry[], width: number, t: Translate): RowLayout => {
  const heights = entries.flatMap((entry) =>
    entry.failure === undefined ? [] : [heightOf(entry, failureText(entry.failure, t), width)],
  );
  return layRows(heights, entries.length, matchMedia(touch).matches ? 48 : 42);
};

/** Measures the width of an element, once it is drawn and whenever it changes. */
const useWidth = (element: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(narrowest);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
};

interface VisibleRowsProps {
  readonly entries: readonly UploadEntry[];
  readonly layout: RowLayout;
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/** Renders the visible rows while scrolling; the layout is computed above, once for each change of the queue. */
const VisibleRows = ({ entries, layout, scroller }: VisibleRowsProps) => {
  const [scrollTop, setScrollTop] = useState(0);
  const { first, end } = rowsInSight(layout, scrollTop, viewport);

  return (
    <div
      ref={scroller}
      className="upload-rows"
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
    >
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

/** The rows, of which only the visible ones are drawn: a queue may hold ten thousand. */
export const DockRows = ({ entries }: { readonly entries: readonly UploadEntry[] }) => {
  const t = useText();
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const ordered = inDockOrder(entries);
  return <VisibleRows entries={ordered} layout={layoutOf(ordered, width, t)} scroller={scroller} />;
};
