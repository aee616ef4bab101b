import { vi } from 'vitest';

/** A call that waits for its answer. */
export interface ActionCall {
  readonly path: string;
  readonly body: unknown;
  readonly answer: (body: object, status?: number) => void;
  /** Answers as a change that `operation` can undo. */
  readonly done: (operation?: string | null) => void;
}

const reply = (body: object, status: number): Response =>
  Object.assign(new Response(null, { status }), { text: () => Promise.resolve(JSON.stringify(body)) });

/** Stubs the server: it collects the calls, and the test answers them. */
export const actionServer = (): ActionCall[] => {
  const calls: ActionCall[] = [];
  vi.stubGlobal('fetch', (address: string, { body, signal }: RequestInit) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    const answer = (said: object, status = 200): void => resolve(reply(said, status));
    calls.push({
      path: new URL(address, 'http://localhost').pathname,
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
      answer,
      done: (operation = 'op') => answer({ meta: { operation, count: 1, containers: [null] } }),
    });
    return promise;
  });
  return calls;
};
