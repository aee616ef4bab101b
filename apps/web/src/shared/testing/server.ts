import { en } from '@holdall/contract/messages/en';
import { vi } from 'vitest';

/** A request of the page to the server. */
export interface Call {
  readonly method: string;
  readonly path: string;
  /** With the query. */
  readonly address: string;
  readonly body: unknown;
}

/** A server that hands out the messages, and answers all else as the test says. @returns what it is asked */
export const openServer = (answer: (call: Call) => Response | Promise<Response>): Call[] => {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname: path } = new URL(address, 'http://localhost');
    if (path === '/translations/en') return Response.json(en);
    const sent = typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined;
    const call = { method, path, address, body: sent };
    calls.push(call);
    return answer(call);
  });
  return calls;
};
