import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds over which the pace is measured. */
const measuredOver = 120_000;
/** Bytes that a body, or an answer that is waited for, moves meanwhile at least: 1 kB/s. */
const leastMoved = 120_000;

/** The phase in which the other side delays the server. */
type Delay = 'sending' | 'reading';

interface Measured {
  delay: Delay | undefined;
  /** Where the measuring began, in milliseconds and bytes. */
  since: number;
  from: number;
}

const delayOf = (request: IncomingMessage): Delay | undefined => {
  // Bytes that lie here already wait for the server itself.
  if (!request.complete && request.readableLength === 0) return 'sending';
  return request.socket.writableLength > 0 ? 'reading' : undefined;
};

/** How far the system has come with a socket's bytes; Node.js counts a write only when all of it is through. */
interface Handle {
  readonly bytesWritten: number;
  readonly writeQueueSize: number;
}
const deliveredBy = (socket: Socket): number => {
  const { _handle: handle } = socket as Socket & { readonly _handle?: Handle | null };
  return handle ? handle.bytesWritten - handle.writeQueueSize : socket.bytesWritten - socket.writableLength;
};
const movedBy = ({ socket }: IncomingMessage, delay: Delay): number =>
  delay === 'sending' ? socket.bytesRead : deliveredBy(socket);

/** Gives up connections that keep a request open with next to no bytes: each holds memory, an upload, a file. */
export const createSlowPeers = () => {
  const measured = new Map<IncomingMessage, Measured>();
  return {
    /** From now on until its answer is through. */
    watch: (request: IncomingMessage, response: ServerResponse): void => {
      measured.set(request, { delay: undefined, since: 0, from: 0 });
      response.once('close', () => measured.delete(request));
    },
    /** Is called every few seconds. @param now milliseconds of a clock that never jumps */
    look: (now: number): void => {
      for (const [request, entry] of measured) {
        const delay = delayOf(request);
        const moved = delay === undefined ? 0 : movedBy(request, delay);
        const isOver = now - entry.since >= measuredOver;
        if (delay !== undefined && delay === entry.delay && isOver && moved - entry.from < leastMoved)
          request.socket.destroy();
        if (delay !== entry.delay || isOver) Object.assign(entry, { delay, since: now, from: moved });
      }
    },
  };
};
