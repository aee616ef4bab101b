import type { AnswersOf, Endpoint, ParamsOf, SentBodyOf, SentQueryOf } from '@holdall/contract/endpoint';
import { apiErrorFrom, networkError } from './api-error.ts';
import { socketHeaders } from './socket.ts';
import { addressOf, routes, type AddressParts, type Endpoints, type RouteName } from './routes.ts';

type Part<E extends Endpoint, Key extends 'params' | 'query' | 'body', Value> = Key extends keyof E
  ? Record<Key, Value>
  : unknown;

/** What a call takes: exactly the parts that its endpoint declares, and a signal that cancels it. */
export type CallRequest<E extends Endpoint> = Part<E, 'params', ParamsOf<E>> &
  Partial<Part<E, 'query', SentQueryOf<E>>> &
  Part<E, 'body', SentBodyOf<E>> & {
    readonly signal?: AbortSignal;
    /** Lets the request outlive the page. */
    readonly keepalive?: boolean;
  };

interface AnyRequest {
  readonly params?: AddressParts;
  readonly query?: AddressParts;
  readonly body?: object;
  readonly signal?: AbortSignal;
  readonly keepalive?: boolean;
}

/** A change that has no such form: POST to its address does something else. */
const plainChanges: ReadonlySet<RouteName> = new Set(['orderFavourites']);
/** Deletions that the specification sends as POST. */
const overriddenDeletions: ReadonlySet<RouteName> = new Set(['emptyTrash', 'removeFavourite']);

/**
 * Milliseconds after which nobody waits for an answer any longer: a connection that hangs would hold up for good
 * what comes after it. A change of a hundred thousand items may take a while, so that changes have longer.
 */
const patience = { read: 30_000, change: 120_000 } as const;

/** Nothing came, not in time, or the answer broke off; a call that was cancelled keeps its own error. */
const unanswered =
  (deadline: AbortSignal) =>
  (cause: unknown): never => {
    if (deadline.aborted) throw networkError(cause, 'timeout');
    throw cause instanceof DOMException && cause.name === 'AbortError' ? cause : networkError(cause);
  };

/**
 * Makes a JSON call of the contract and answers its body.
 * @throws {ApiError} when it fails, or is not answered in time; an `AbortError` when `signal` cancels it.
 */
export const call = async <Name extends RouteName>(
  name: Name,
  request: CallRequest<Endpoints[Name]>,
): Promise<AnswersOf<Endpoints[Name]>> => {
  const { params, query, body, signal, keepalive = false } = request as AnyRequest;
  const { method } = routes[name];
  // Changes go as POST with `_method` in the body, as the specification has it (section 7).
  const overridden = (method === 'PATCH' && !plainChanges.has(name)) || overriddenDeletions.has(name);
  const deadline = AbortSignal.timeout(method === 'GET' ? patience.read : patience.change);
  const fail = unanswered(deadline);
  const sent = overridden ? { ...body, _method: method.toLowerCase() } : body;
  const answer = await fetch(addressOf(name, params, query), {
    method: overridden ? 'POST' : method,
    headers: {
      accept: 'application/json',
      ...(sent && { 'content-type': 'application/json' }),
      ...socketHeaders(),
    },
    body: sent ? JSON.stringify(sent) : null,
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    keepalive,
  }).catch(fail);
  const said = await answer.text().catch(fail);
  if (!answer.ok) throw apiErrorFrom(answer.status, said);
  if (answer.status === 204) return undefined as AnswersOf<Endpoints[Name]>;
  try {
    return JSON.parse(said) as AnswersOf<Endpoints[Name]>;
  } catch {
    // Something in between answered in the server's place.
    throw apiErrorFrom(answer.status, said);
  }
};
