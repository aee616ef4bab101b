/** One browser's worth of calls: a connection that stays open, a cookie, and answers with their times. */
import { createConnection } from '../wire/connection.ts';

export interface Answer {
  readonly status: number;
  readonly body: string;
  /** From the call until the last byte was there. */
  readonly milliseconds: number;
}

export interface Client {
  call(this: void, method: string, path: string, payload?: unknown): Promise<Answer>;
  close(this: void): void;
}

export const createClient = (origin: string, cookie?: string): Client => {
  const { call, close } = createConnection(Number(new URL(origin).port));
  const own: Record<string, string> = cookie === undefined ? {} : { cookie };
  return {
    call: async (method, path, payload) => {
      const sent =
        payload === undefined
          ? { headers: own }
          : {
              headers: { ...own, 'content-type': 'application/json' },
              body: Buffer.from(JSON.stringify(payload)),
            };
      const { status, body, milliseconds } = await call({ method, path, ...sent });
      return { status, body: body.toString(), milliseconds };
    },
    close,
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
