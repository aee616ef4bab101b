/** One browser's worth of HTTP: a connection that stays open, a cookie, and a stop-watch. */
import { Agent, request } from 'node:http';

/** Milliseconds of silence after which a call has failed. */
const answerLimit = 300_000;

export interface Answer {
  readonly status: number;
  readonly body: string;
  /** From the call until the last byte was there. */
  readonly milliseconds: number;
}

export interface Client {
  call(method: string, path: string, payload?: unknown): Promise<Answer>;
  close(): void;
}

export const createClient = (origin: string, cookie?: string): Client => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const call: Client['call'] = (method, path, payload) =>
    new Promise((resolve, reject) => {
      const body = payload === undefined ? undefined : Buffer.from(JSON.stringify(payload));
      const start = performance.now();
      const sent = request(
        new URL(path, origin),
        {
          method,
          agent,
          headers: {
            ...(cookie === undefined ? {} : { cookie }),
            ...(body === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': body.length }),
          },
        },
        (response) => {
          const pieces: Buffer[] = [];
          response.on('data', (piece: Buffer) => pieces.push(piece));
          response.on('error', reject);
          response.on('end', () => {
            const milliseconds = performance.now() - start;
            resolve({
              status: response.statusCode ?? 0,
              body: Buffer.concat(pieces).toString(),
              milliseconds,
            });
          });
        },
      );
      sent.setTimeout(answerLimit, () => sent.destroy(new Error(`${method} ${path} was not answered`)));
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The server has closed a connection that rested, at the moment at which it was to be used again.
        if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(call(method, path, payload));
        else reject(error);
      });
      sent.end(body);
    });
  return {
    call,
    close: () => agent.destroy(),
  };
};

/** @returns the Cookie header of a new session */
export const signIn = async (
  origin: string,
  account: { readonly email: string; readonly password: string },
): Promise<string> => {
  const answer = await fetch(new URL('/api/login', origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
  if (!answer.ok || cookie === undefined) throw new Error(`signing in answered ${answer.status}`);
  return cookie;
};
