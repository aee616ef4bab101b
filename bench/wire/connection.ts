/**
 * A connection that asks for one thing after the other. It is written on bare sockets, because what a full HTTP client
 * spends on a request is more than what the fast servers do: the bench would measure itself.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type Payload, piecesOf } from './payload.ts';
import { createReplyReader, type ReplyHead } from './reply-reader.ts';

const readSize = 1024 * 1024;
/** Milliseconds of silence after which a call has failed. */
const answerLimit = 300_000;
const empty = Buffer.alloc(0);

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | Payload;
  /** Takes the answer's body as it comes; without it the body is kept. The bytes are others after the call. */
  readonly sink?: (piece: Buffer) => void;
}

export interface Answer {
  readonly status: number;
  readonly header: ReplyHead['header'];
  /** Empty where a sink took it. */
  readonly body: Buffer;
  /** Bytes of the body. */
  readonly bytes: number;
  /** From the call until the first byte of the answer, and the last. */
  readonly firstByteMs: number;
  readonly milliseconds: number;
}

export interface Connection {
  call(this: void, call: Call): Promise<Answer>;
  close(this: void): void;
}

interface Exchange {
  readonly call: Call;
  readonly start: number;
  readonly pieces: Buffer[];
  readonly answered: (answer: Answer) => void;
  readonly failed: (error: Error) => void;
  head: ReplyHead | undefined;
  firstByteMs: number;
  bytes: number;
}

const headOf = ({ method, path, headers = {}, body }: Call, host: string): string => {
  let text = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n`;
  for (const name in headers) text += `${name}: ${headers[name]}\r\n`;
  const size = body === undefined ? 0 : 'start' in body ? body.size : body.length;
  if (body !== undefined || method !== 'GET') text += `content-length: ${size}\r\n`;
  return `${text}\r\n`;
};

/** Sends a call; a small body goes with its head. */
const send = async (socket: Socket, call: Call): Promise<void> => {
  const host = `${socket.remoteAddress ?? '127.0.0.1'}:${socket.remotePort ?? 0}`;
  const { body } = call;
  socket.cork();
  socket.write(headOf(call, host), 'latin1');
  if (body === undefined) return socket.uncork();
  for (const piece of 'start' in body ? piecesOf(body) : [body]) {
    const goesOn = socket.write(piece);
    socket.uncork();
    if (!goesOn) await once(socket, 'drain');
    if (socket.destroyed) return undefined;
  }
  return undefined;
};

/** @param port of loopback */
export const createConnection = (port: number): Connection => {
  let socket: Socket | undefined;
  let exchange: Exchange | undefined;
  const buffer = Buffer.allocUnsafeSlow(readSize);

  const fail = (error: Error): void => {
    socket?.destroy();
    socket = undefined;
    const failed = exchange?.failed;
    exchange = undefined;
    failed?.(error);
  };

  const reader = () =>
    createReplyReader({
      head: (head) => {
        if (exchange === undefined) throw new Error('an answer came that nobody waits for');
        exchange.head = head;
        exchange.firstByteMs = performance.now() - exchange.start;
      },
      body: (piece) => {
        if (exchange === undefined) return;
        exchange.bytes += piece.length;
        if (exchange.call.sink === undefined) exchange.pieces.push(Buffer.from(piece));
        else exchange.call.sink(piece);
      },
      end: (reusable) => {
        const ended = exchange;
        exchange = undefined;
        if (!reusable) {
          socket?.destroy();
          socket = undefined;
        }
        if (ended?.head === undefined) return;
        const { head, pieces, bytes, firstByteMs, start } = ended;
        ended.answered({
          ...head,
          body: pieces.length === 0 ? empty : Buffer.concat(pieces),
          bytes,
          firstByteMs,
          milliseconds: performance.now() - start,
        });
      },
    });

  const open = async (): Promise<{ socket: Socket; expect: (method: string) => void }> => {
    const replies = reader();
    const opened = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer,
        callback: (length, bytes) => {
          try {
            replies.feed((bytes as Buffer).subarray(0, length));
          } catch (error) {
            fail(error as Error);
          }
          return true;
        },
      },
    });
    opened.setTimeout(answerLimit, () => fail(new Error('no answer came')));
    await once(opened, 'connect');
    opened.on('error', fail);
    opened.on('close', () => {
      if (socket !== opened) return;
      if (!replies.close()) fail(new Error('the connection broke'));
      socket = undefined;
    });
    return { socket: opened, expect: replies.expect };
  };

  let current: Awaited<ReturnType<typeof open>> | undefined;
  return {
    call: async (call) => {
      if (socket === undefined || current === undefined) {
        current = await open();
        ({ socket } = current);
      }
      const { expect, socket: open_ } = current;
      const answer = new Promise<Answer>((answered, failed) => {
        exchange = {
          call,
          start: performance.now(),
          pieces: [],
          answered,
          failed,
          head: undefined,
          firstByteMs: 0,
          bytes: 0,
        };
      });
      expect(call.method);
      // An early answer counts; the rest of the body is not sent then.
      send(open_, call).catch((error: unknown) => fail(error as Error));
      return answer;
    },
    close: () => {
      socket?.destroy();
      socket = undefined;
    },
  };
};

/** Makes a call that must be answered by one of these. @throws with the answer where it is not */
export const ask = async (
  connection: Connection,
  call: Call,
  statuses: readonly number[],
): Promise<Answer> => {
  const answer = await connection.call(call);
  if (!statuses.includes(answer.status))
    throw new Error(
      `${call.method} ${call.path} answered ${answer.status}: ${answer.body.toString('utf8', 0, 500)}`,
    );
  return answer;
};
