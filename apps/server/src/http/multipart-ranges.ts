import { randomBytes } from 'node:crypto';
import { contentRange } from '#http/byte-range.ts';
import type { BlobBytes, ByteSpan } from '#ports/blob-store.ts';

export interface MultipartRanges {
  readonly type: string;
  /** Bytes of the whole body. */
  readonly length: number;
  /** Each span is opened when it is sent, and closed before the next. */
  readonly bytes: BlobBytes;
}

export interface RangeSource {
  readonly type: string;
  readonly size: number;
  readonly spans: readonly ByteSpan[];
  readonly open: (span: ByteSpan) => Promise<BlobBytes>;
}

/** Several ranges as one `multipart/byteranges` body of known length (RFC 9110, section 14.6). */
export const multipartRanges = ({ type, size, spans, open }: RangeSource): MultipartRanges => {
  const boundary = randomBytes(16).toString('hex');
  const parts = spans.map((span) => ({
    span,
    head: Buffer.from(
      `\r\n--${boundary}\r\nContent-Type: ${type}\r\nContent-Range: ${contentRange(span, size)}\r\n\r\n`,
    ),
  }));
  const end = Buffer.from(`\r\n--${boundary}--\r\n`);
  async function* pieces(): AsyncGenerator<Buffer> {
    for (const { span, head } of parts) {
      yield head;
      for await (const piece of await open(span)) yield piece;
    }
    yield end;
  }
  return {
    type: `multipart/byteranges; boundary=${boundary}`,
    length: parts.reduce((sum, { span, head }) => sum + head.length + span.end - span.start + 1, end.length),
    bytes: { [Symbol.asyncIterator]: pieces, close: async () => undefined },
  };
};
