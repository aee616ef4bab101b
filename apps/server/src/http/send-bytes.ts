import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { BlobBytes } from '#ports/blob-store.ts';

/** Resolves when the system has taken the bytes, so that their memory may be used again. */
type Write = (piece: Buffer) => Promise<void>;

const writerOf = (response: ServerResponse): Write => {
  let give = (): void => undefined;
  // A write to a closing connection may never be acknowledged.
  response.once('close', () => give());
  return (piece) =>
    new Promise((resolve, reject) => {
      give = resolve;
      response.write(piece, (error) => {
        if (error instanceof Error) reject(error);
        else resolve();
      });
    });
};

/**
 * Waits until the answers to earlier requests on the same connection are sent.
 *
 * @returns false where the connection ended before
 */
const turnOf = async ({ raw: response, request }: FastifyReply): Promise<boolean> => {
  if (response.socket === null && !response.destroyed) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const ended = (): void => {
      if (request.raw.socket.destroyed) resolve();
    };
    response.once('socket', () => resolve());
    // A waiting response gets no event when its connection ends; its request does.
    request.raw.once('close', ended);
    await promise;
    request.raw.off('close', ended);
  }
  return response.socket !== null && !response.destroyed;
};

export interface BytesAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  /** Called when the connection is free for the answer; where it fails, a plain error can still be answered. */
  readonly open: () => Promise<BlobBytes>;
  /** Receives the number of bytes that the connection has accepted. */
  readonly onSent?: ((bytes: number) => void) | undefined;
}

/**
 * Sends bytes straight to the connection, in memory that is reused; streams would allocate memory for each
 * piece. When the client disconnects, the source is closed at once; while the answer waits for its turn on the
 * connection, nothing is opened.
 */
export const sendBytes = async (
  reply: FastifyReply,
  { status, headers, open, onSent }: BytesAnswer,
): Promise<void> => {
  if (!(await turnOf(reply))) {
    reply.hijack();
    return;
  }
  const bytes = await open();
  const response = reply.code(status).headers(headers).hijack().raw;
  try {
    response.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>);
    const write = writerOf(response);
    for await (const piece of bytes) {
      if (response.destroyed) return;
      await write(piece);
      if (!response.destroyed) onSent?.(piece.length);
    }
    response.end();
  } catch (error) {
    if (!response.destroyed) reply.log.error({ err: error }, 'bytes could not be read');
    // The announced length is not reached: only a cut connection tells the client.
    response.destroy();
  } finally {
    await bytes.close();
  }
};
