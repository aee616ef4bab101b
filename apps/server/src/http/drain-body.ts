import type { IncomingMessage, ServerResponse } from 'node:http';

/** Milliseconds for which the rest of a rejected body is still read. */
const drainMs = 10_000;

/**
 * Lets a client that is still sending see an answer that came early. A connection that is closed with
 * unread bytes is reset, and the answer may be lost with it; so the rest of the body is read for nothing,
 * for a while, and then the connection is cut.
 */
export const drainBodyAfterAnswer = (request: IncomingMessage, response: ServerResponse): void => {
  response.once('finish', () => {
    if (request.complete || request.destroyed) return;
    const cut = setTimeout(() => request.destroy(), drainMs);
    for (const end of ['end', 'close']) request.once(end, () => clearTimeout(cut));
    // An iteration over the body pauses it; a listener makes it flow once the iteration has ended.
    request.on('data', () => undefined);
    request.resume();
  });
};

const readFrom = (request: IncomingMessage): Buffer | null => request.read() as Buffer | null;

/** Counts the bytes of a rejected body: they have used traffic all the same. */
export const countRejectedBytes = (
  request: IncomingMessage,
  response: ServerResponse,
  count: (bytes: number) => void,
): void => {
  // The listener must run before Node's own, which discards an unread body unseen.
  response.prependOnceListener('finish', () => {
    if (request.destroyed) return;
    for (let piece = readFrom(request); piece !== null; piece = readFrom(request)) count(piece.length);
    if (!request.complete) request.on('data', (piece: Buffer) => count(piece.length));
  });
};
