/** Reads HTTP/1.1 answers out of a stream of bytes, with as little work a byte as can be. */

export interface ReplyHead {
  readonly status: number;
  /** Returns a header; undefined where it is missing. @param name in lower case */
  header(this: void, name: string): string | undefined;
}

export interface ReplyEvents {
  readonly head: (head: ReplyHead) => void;
  /** The memory belongs to the reader's caller: its content changes after the call. */
  readonly body: (piece: Buffer) => void;
  /** @param reusable whether another answer may come by the same connection */
  readonly end: (reusable: boolean) => void;
}

export interface ReplyReader {
  /** Says what the next answer answers, once one has ended. */
  expect(this: void, method: string): void;
  feed(this: void, bytes: Buffer): void;
  /** The connection has ended. @returns whether that was the end of an answer */
  close(this: void): boolean;
}

type Body =
  | { readonly kind: 'head' }
  | { readonly kind: 'counted'; readonly left: number }
  | { readonly kind: 'chunk size' }
  | { readonly kind: 'chunk'; readonly left: number }
  | { readonly kind: 'chunk end' }
  | { readonly kind: 'trailer' }
  | { readonly kind: 'until the end' };

const headEnd = Buffer.from('\r\n\r\n');
const lineEnd = Buffer.from('\r\n');
const empty = Buffer.alloc(0);

const parseHead = (text: string): ReplyHead => {
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1]);
  if (Number.isNaN(status)) throw new Error(`no HTTP answer: ${text.slice(0, 100)}`);
  return {
    status,
    header: (name) => new RegExp(`\r\n${name}:[ \t]*([^\r]*)`, 'i').exec(text)?.[1]?.trimEnd(),
  };
};

const bodyOf = (method: string, { status, header }: ReplyHead): Body => {
  if (method === 'HEAD' || status === 204 || status === 304) return { kind: 'counted', left: 0 };
  if (header('transfer-encoding')?.toLowerCase().endsWith('chunked') === true) return { kind: 'chunk size' };
  const length = header('content-length');
  return length === undefined ? { kind: 'until the end' } : { kind: 'counted', left: Number(length) };
};

export const createReplyReader = (events: ReplyEvents): ReplyReader => {
  let method = 'GET';
  let state: Body = { kind: 'head' };
  /** The beginning of what cannot be read yet. */
  let rest: Buffer = empty;
  let keepsAlive = true;

  const finish = (): void => {
    state = { kind: 'head' };
    events.end(keepsAlive);
  };

  const readHead = (bytes: Buffer, end: number): void => {
    const head = parseHead(bytes.toString('latin1', 0, end));
    // “Continue” and its like announce an answer.
    if (head.status < 200) return;
    keepsAlive = head.header('connection')?.toLowerCase() !== 'close';
    state = bodyOf(method, head);
    if (state.kind === 'until the end') keepsAlive = false;
    events.head(head);
    if (state.kind === 'counted' && state.left === 0) finish();
  };

  const readLine = (line: string): void => {
    if (state.kind === 'chunk end') state = { kind: 'chunk size' };
    else if (state.kind === 'trailer') {
      if (line === '') finish();
    } else {
      const left = Number.parseInt(line, 16);
      if (Number.isNaN(left)) throw new Error(`no chunk begins with “${line.slice(0, 100)}”`);
      state = left === 0 ? { kind: 'trailer' } : { kind: 'chunk', left };
    }
  };

  /** Hands on what belongs to the body. @returns how much that was */
  const readBody = (bytes: Buffer, from: number, left: number): number => {
    const length = Math.min(left, bytes.length - from);
    events.body(from === 0 && length === bytes.length ? bytes : bytes.subarray(from, from + length));
    return length;
  };

  /** Reads one part of an answer. @returns where the next one begins; undefined: more bytes are needed */
  const readPart = (bytes: Buffer, from: number): number | undefined => {
    switch (state.kind) {
      case 'counted':
      case 'chunk': {
        const { kind, left } = state;
        const length = readBody(bytes, from, left);
        if (length < left) state = { kind, left: left - length };
        else if (kind === 'chunk') state = { kind: 'chunk end' };
        else finish();
        return from + length;
      }
      case 'until the end':
        return from + readBody(bytes, from, bytes.length);
      case 'head': {
        const end = bytes.indexOf(headEnd, from);
        if (end < 0) return undefined;
        readHead(from === 0 ? bytes : bytes.subarray(from), end - from);
        return end + headEnd.length;
      }
      case 'chunk size':
      case 'chunk end':
      case 'trailer': {
        const end = bytes.indexOf(lineEnd, from);
        if (end < 0) return undefined;
        readLine(bytes.toString('latin1', from, end));
        return end + lineEnd.length;
      }
    }
  };

  return {
    expect: (next) => {
      method = next;
    },
    feed: (piece) => {
      const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      rest = empty;
      for (let at = 0; at < bytes.length;) {
        const next = readPart(bytes, at);
        if (next === undefined) {
          rest = Buffer.from(bytes.subarray(at));
          return;
        }
        at = next;
      }
    },
    close: () => {
      if (state.kind !== 'until the end') return false;
      finish();
      return true;
    },
  };
};
