import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { BlobBytes } from '#ports/blob-store.ts';

/** Resolves when the system has taken the bytes, so that their memory may be used again. */
const write = (response: ServerResponse, piece: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    response.write(piece, (error) => {
      if (error instanceof Error) reject(error);
      else resolve();
    });
  });

/**
 * Answers bytes with the status and headers that the reply has. They are written straight to the
 * connection, in large pieces and in memory that is used again; streams would take a fresh megabyte for each.
 * When the client leaves, the bytes are closed at once.
 */
export const sendBytes = async (reply: FastifyReply, bytes: BlobBytes): Promise<void> => {
  const response = reply.hijack().raw;
  const left = new Promise<void>((resolve) => {
    response.once('close', resolve);
  });
  try {
    response.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>);
    for await (const piece of bytes) {
      if (response.destroyed) return;
      // A write to a connection that goes away meanwhile is not sure to be answered.
      await Promise.race([write(response, piece), left]);
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
