import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds over which the pace is measured. */
const measuredOver = 120_000;
/** Bytes that a body, or an answer, must move per period: 1 kB/s. */
const leastMoved = 120_000;

/** The phase in which the other side delays the server. */
type Delay = 'sending' | 'reading';

interface Measured {
  delay: Delay | undefined;
  /** Start of the measurement, in milliseconds and bytes. */
  since: number;
  from: number;
}

const delayOf = (request: IncomingMessage): Delay | undefined => {
  // Buffered bytes wait for the server itself.
  if (!request.complete && request.readableLength === 0) return 'sending';
  return request.socket.writableLength > 0 ? 'reading' : undefined;
};

/** The system's progress with a socket's bytes; Node.js counts a write only when it is complete. */
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

/** Ends connections that keep a request open with next to no bytes: each holds memory, an upload, a file. */
export const createSlowPeers = () => {
  const measured = new Map<IncomingMessage, Measured>();
  return {
    /** Watches a request until its answer has ended. */
    watch: (request: IncomingMessage, response: ServerResponse): void => {
      measured.set(request, { delay: undefined, since: 0, from: 0 });
      response.once('close', () => measured.delete(request));
    },
    /** Checks all connections, every few seconds. @param now milliseconds of a monotonic clock */
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
