import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

/** The body ended before it was whole: a broken connection, a silent sender, a form without its end. */
export class BrokenBodyError extends Error {
  override readonly name = 'BrokenBodyError';
}

/** Incoming bytes. Iterating throws BrokenBodyError when they end early. */
export interface IncomingBytes extends AsyncIterable<Buffer> {
  /** Gives the sender up: the iteration throws. */
  readonly abort: () => void;
}

/**
 * The body of a request, piece by piece, with back-pressure. Leaving the loop early keeps the connection open,
 * so that an answer can still be sent on it.
 */
export const bodyOf = (request: IncomingMessage): IncomingBytes => ({
  abort: () => {
    request.destroy(new BrokenBodyError('The sender was given up.'));
  },
  async *[Symbol.asyncIterator]() {
    try {
      for await (const piece of request.iterator({ destroyOnReturn: false })) yield piece as Buffer;
    } catch (error) {
      throw new BrokenBodyError('The connection broke.', { cause: error });
    }
    // The following work (making bytes durable) may take longer than the idle timeout.
    if (request.socket instanceof Socket) request.socket.setTimeout(0);
  },
});
