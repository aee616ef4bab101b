import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOutbound } from '#adapters/outbound-net.ts';
import type { S3ClientOptions } from '#adapters/s3/s3-client.ts';
import { systemClock } from '#ports/clock.ts';
import type { ObjectStorage } from '#ports/object-storage.ts';

export interface StorageCall {
  readonly method: string | undefined;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export type StorageAnswer = (response: ServerResponse, call: StorageCall) => void;

/** As S3 says what went wrong. */
export const refuse =
  (status: number, code: string): StorageAnswer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(
      `<?xml version="1.0"?><Error><Code>${code}</Code><Message>hidden &lt;words&gt;</Message></Error>`,
    );
  };

/** Ends the connection without an answer. */
export const hangUp: StorageAnswer = (response) => void response.destroy();

/** Says nothing. */
export const stayMute: StorageAnswer = () => undefined;

export interface FailingStorage {
  readonly options: S3ClientOptions;
  /** Requests that it received, in order. */
  readonly calls: StorageCall[];
  /** Sets its next answers, in order; the last one repeats. */
  answer(...answers: readonly StorageAnswer[]): void;
  stop(): void;
}

/** A stub of object storage that fails on demand, over real connections and with a back-off of one millisecond. */
export const startFailingStorage = async (): Promise<FailingStorage> => {
  const calls: StorageCall[] = [];
  let answers: StorageAnswer[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.once('end', () => {
      const { method, url = '', headers } = request;
      const call = { method, url, headers, body: Buffer.concat(pieces) };
      calls.push(call);
      const next = answers.length > 1 ? answers.shift() : answers[0];
      (next ?? hangUp)(response, call);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const storage: ObjectStorage = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    bucket: 'bucket',
    accessKey: 'key',
    secretKey: 'hidden-secret',
    pathStyle: true,
    prefix: 'files/',
    trusted: true,
  };
  return {
    calls,
    options: {
      storage,
      outbound: createOutbound({ allowedPrivateHosts: [] }),
      clock: systemClock,
      timeouts: { answer: 20_000, idle: 20_000, backoff: 1 },
    },
    answer: (...next) => {
      answers = [...next];
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
