import type { IncomingMessage, ServerResponse } from 'node:http';

/** Milliseconds for which bytes that nobody wants are still taken off the wire. */
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
    // Whoever still iterates over the body keeps it from flowing; a listener has it flow once they have left.
    request.on('data', () => undefined);
    request.resume();
  });
};

const readFrom = (request: IncomingMessage): Buffer | null => request.read() as Buffer | null;

/** Counts the bytes of a body that nobody wanted: they have travelled all the same. */
export const countRejectedBytes = (
  request: IncomingMessage,
  response: ServerResponse,
  count: (bytes: number) => void,
): void => {
  // Before Node.js sees to it: of a body that nobody has begun to read it throws the rest away unseen.
  response.prependOnceListener('finish', () => {
    if (request.destroyed) return;
    for (let piece = readFrom(request); piece !== null; piece = readFrom(request)) count(piece.length);
    if (!request.complete) request.on('data', (piece: Buffer) => count(piece.length));
  });
};
