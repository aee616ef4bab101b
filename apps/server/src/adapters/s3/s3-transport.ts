import { type IncomingMessage, request as httpRequest } from 'node:http';
import { createOutboundAgent } from '#adapters/outbound-agent.ts';
import { asS3Error, S3Error } from '#adapters/s3/s3-errors.ts';
import type { Outbound } from '#ports/outbound.ts';

export interface Exchange {
  readonly method: string;
  /** With its query, encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: readonly Uint8Array[];
  /** Milliseconds until the answer begins. */
  readonly answerMs: number;
}

export interface Transport {
  /** @returns the answer, whose body the caller reads to its end or destroys @throws S3Error */
  send(exchange: Exchange): Promise<IncomingMessage>;
  /** Closes what rests. */
  close(): void;
}

export interface TransportOptions {
  readonly outbound: Outbound;
  readonly connectMs: number;
  readonly secure: boolean;
  readonly host: string;
  readonly port: number;
  readonly trusted: boolean;
}

/** HTTP over connections that come through the one door to the outside, and are used again. No redirect is followed. */
export const createTransport = (options: TransportOptions): Transport => {
  const agent = createOutboundAgent(options, asS3Error);
  const { host, port } = options;
  return {
    send: ({ method, path, headers, body, answerMs }) =>
      new Promise((resolve, reject) => {
        const request = httpRequest({ agent, method, path, headers, host, port });
        const timer = setTimeout(() => request.destroy(new S3Error('timeout')), answerMs);
        // The listener stays after the answer has begun: the other side may close the connection before the
        // whole body was sent.
        request.on('error', (error) => {
          clearTimeout(timer);
          reject(asS3Error(error));
        });
        request.once('response', (answer) => {
          clearTimeout(timer);
          resolve(answer);
        });
        for (const piece of body) if (piece.length > 0) request.write(piece);
        request.end();
      }),
    close: () => agent.destroy(),
  };
};

/**
 * Yields the bytes of an answer. Only time spent waiting for bytes counts against the timeout, not the
 * consumer's.
 *
 * @param idleMs milliseconds without bytes after which the answer is given up
 * @throws S3Error
 */
export async function* bytesOf(answer: IncomingMessage, idleMs: number): AsyncGenerator<Buffer> {
  const giveUp = (): void => void answer.destroy(new S3Error('timeout'));
  let timer = setTimeout(giveUp, idleMs);
  try {
    for await (const bytes of answer as AsyncIterable<Buffer>) {
      clearTimeout(timer);
      yield bytes;
      timer = setTimeout(giveUp, idleMs);
    }
  } catch (error) {
    throw asS3Error(error);
  } finally {
    clearTimeout(timer);
    answer.destroy();
  }
}

/** A small answer as text. @throws S3Error where it is longer than `most` bytes */
export const textFrom = async (
  answer: IncomingMessage,
  { idleMs, most }: { readonly idleMs: number; readonly most: number },
): Promise<string> => {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const bytes of bytesOf(answer, idleMs)) {
    length += bytes.length;
    if (length > most) throw new S3Error('not_s3');
    pieces.push(bytes);
  }
  return Buffer.concat(pieces).toString('utf8');
};
