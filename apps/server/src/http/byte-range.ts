import type { ByteSpan } from '#ports/blob-store.ts';

/** Ranges with more pieces are answered with the whole file: no client needs them, and they are expensive. */
const maxSpans = 16;

/**
 * Parses a `Range` header (RFC 9110, section 14) against a length.
 *
 * @param size bytes of the whole
 * @returns `undefined`: ignore it and send everything (absent, another unit, malformed, too many pieces, or
 * pieces that overlap, section 14.2). An empty list: nothing satisfiable, 416. Else spans in the requested
 * order.
 */
export const parseRange = (header: string | undefined, size: number): readonly ByteSpan[] | undefined => {
  const set = /^bytes=(.*)$/i.exec(header?.trim() ?? '')?.[1];
  if (set === undefined || set.length > 1024) return undefined;
  const spans: ByteSpan[] = [];
  const pieces = set
    .split(',')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
  if (pieces.length === 0 || pieces.length > maxSpans) return undefined;
  for (const piece of pieces) {
    const match = /^(\d{0,19})-(\d{0,19})$/.exec(piece);
    if (match === null) return undefined;
    const [, first = '', last = ''] = match;
    if (first === '' && last === '') return undefined;
    if (first === '') {
      // The last so many bytes; of an empty file there are none.
      const length = Math.min(Number(last), size);
      if (length > 0) spans.push({ start: size - length, end: size - 1 });
      continue;
    }
    if (last !== '' && Number(last) < Number(first)) return undefined;
    if (Number(first) < size) {
      spans.push({ start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) });
    }
  }
  return overlap(spans) ? undefined : spans;
};

const overlap = (spans: readonly ByteSpan[]): boolean => {
  const sorted = spans.toSorted((a, b) => a.start - b.start);
  return sorted.some((span, index) => span.start <= (sorted[index - 1]?.end ?? -1));
};

/** `Content-Range` of one span. */
export const contentRange = (span: ByteSpan, size: number): string =>
  `bytes ${span.start}-${span.end}/${size}`;
