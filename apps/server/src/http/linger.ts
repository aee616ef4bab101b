import type { IncomingMessage, ServerResponse } from 'node:http';

/** Milliseconds for which bytes that nobody wants are still taken off the wire. */
const lingerFor = 10_000;

/**
 * Lets a client that is still sending see an answer that came early. A connection that is closed with
 * unread bytes is reset, and the answer may be lost with it; so the rest of the body is read for nothing,
 * for a while, and then the connection is cut.
 */
export const lingerAfterAnswer = (request: IncomingMessage, response: ServerResponse): void => {
  response.once('finish', () => {
    if (request.complete || request.destroyed) return;
    const cut = setTimeout(() => request.destroy(), lingerFor);
    for (const end of ['end', 'close']) request.once(end, () => clearTimeout(cut));
    // Whoever still iterates over the body keeps it from flowing; a listener has it flow once they have left.
    request.on('data', () => undefined);
    request.resume();
  });
};
