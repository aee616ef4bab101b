import type {
  AnswersOf,
  Endpoint,
  ParamsOf,
  Route,
  SentBodyOf,
  SentQueryOf,
} from '@holdall/contract/endpoint';
import type { Endpoints } from '@holdall/contract/endpoints';
import { addressIn, type AddressParts } from './address.ts';
import { ApiError, apiErrorFrom, networkError } from './api-error.ts';
import { readingSignal, whileStaying } from './last-call.ts';
import { pageHeaders } from './page-headers.ts';

/** The endpoints of the contract by method and path: a route alone says what its call takes and answers. */
type ByRoute = {
  readonly [
    Name in keyof Endpoints as `${Endpoints[Name]['method']} ${Endpoints[Name]['path']}`
  ]: Endpoints[Name];
};
type KeyOf<R extends Route> = `${R['method']} ${R['path']}`;
type EndpointAt<R extends Route> = KeyOf<R> extends keyof ByRoute ? ByRoute[KeyOf<R>] : never;

type Part<E extends Endpoint, Key extends 'params' | 'query' | 'body', Value> = Key extends keyof E
  ? Record<Key, Value>
  : unknown;
type Body<E extends Endpoint> = E extends { readonly bodyKind: 'form' } ? FormData : SentBodyOf<E>;

/** The request of a call: exactly the parts that its endpoint declares, and a signal that cancels it. */
export type CallRequest<E extends Endpoint> = Part<E, 'params', ParamsOf<E>> &
  Partial<Part<E, 'query', SentQueryOf<E>>> &
  Part<E, 'body', Body<E>> & {
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

/**
 * Milliseconds after which nobody waits for an answer any longer: a connection that hangs would hold up for good
 * what comes after it. A change of a hundred thousand items may take a while, so that changes have longer.
 */
const patience = { read: 30_000, change: 120_000 } as const;

/** The calls of a page of a link. */
export interface GuestCalls {
  /** The guest's form of a call; undefined where it is the same for everybody. */
  readonly formOf: (route: Route) => Route | undefined;
  /** Learns why the server has refused a call. */
  readonly onRefusal: (error: ApiError) => void;
}

let guest: GuestCalls | undefined;

/** Has this page make its calls as a guest of a link, as long as it is there. */
export const callAsGuest = (calls: GuestCalls): void => {
  guest = calls;
};

/** Tells whether this page belongs to a guest of a link. */
export const isGuest = (): boolean => guest !== undefined;

/** Returns the route of a call: on a page of a link the guest's form. */
const formOf = (route: Route): Route => guest?.formOf(route) ?? route;

/** Returns the address of a call, for code that makes the request by itself. */
export const addressOf = (route: Route, params?: AddressParts, query?: AddressParts): string =>
  addressIn(formOf(route), params, query);

let askForTwoFactor: (() => void) | undefined;

/** Has `ask` learn of calls that are refused until the person has set up two-factor sign-in. */
export const whenTwoFactorIsMissing = (ask: () => void): void => {
  askForTwoFactor = ask;
};

/** The error of a failed answer, of which a page of a link takes note, and a page of somebody without a required second factor. */
export const refused = (error: ApiError): ApiError => {
  guest?.onRefusal(error);
  if (error.needsTwoFactor) askForTwoFactor?.();
  return error;
};

/** Nothing came, not in time, or the answer broke off; a call that was cancelled keeps its own error. */
const unanswered =
  (deadline: AbortSignal) =>
  (cause: unknown): never => {
    if (deadline.aborted) throw networkError(cause, 'timeout');
    throw cause instanceof DOMException && cause.name === 'AbortError' ? cause : networkError(cause);
  };

let waiting: Set<string | null> | undefined;

/**
 * Tells whether the page's head has preloaded this address, and takes its answer, so that the next call returns false.
 * The request for it adds no headers, since some browsers compare them with those of the preload.
 */
const takePreloaded = (address: string): boolean => {
  waiting ??= new Set(
    Array.from(document.querySelectorAll('link[rel=preload][as=fetch]'), (link) => link.getAttribute('href')),
  );
  return waiting.delete(address);
};

const ask = async (
  route: Route,
  { params, query, body, signal, keepalive = false }: AnyRequest,
): Promise<unknown> => {
  const { method, override } = route;
  const deadline = AbortSignal.timeout(method === 'GET' ? patience.read : patience.change);
  const fail = unanswered(deadline);
  const isForm = body instanceof FormData;
  const sent = override ? { ...body, _method: method.toLowerCase() } : body;
  const address = addressIn(route, params, query);
  const answer = await fetch(address, {
    method: override ? 'POST' : method,
    headers: {
      ...(!(method === 'GET' && takePreloaded(address)) && { accept: 'application/json' }),
      // The browser itself sets the boundary of a form.
      ...(sent && !isForm && { 'content-type': 'application/json' }),
      // Objections to a request come in the page's language.
      ...(method !== 'GET' && { 'accept-language': document.documentElement.lang }),
      ...pageHeaders(),
    },
    body: isForm ? body : sent ? JSON.stringify(sent) : null,
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    keepalive,
  }).catch(fail);
  const said = await answer.text().catch(fail);
  if (!answer.ok) throw refused(apiErrorFrom(answer.status, said, answer.headers.get('retry-after')));
  if (answer.status === 204) return undefined;
  try {
    return JSON.parse(said);
  } catch {
    // Something in between answered in the server's place.
    throw apiErrorFrom(answer.status, said);
  }
};

/** Makes a request; one that signing out cancels or holds back follows where the session stays. */
const send = async (route: Route, request: AnyRequest): Promise<unknown> => {
  const staying = whileStaying();
  // A request that is sent as the page goes has no time to wait.
  if (staying) await staying;
  if (route.method !== 'GET') return ask(route, request);
  const leaving = readingSignal();
  const signal = request.signal ? AbortSignal.any([request.signal, leaving]) : leaving;
  try {
    return await ask(route, { ...request, signal });
  } catch (error) {
    if (!leaving.aborted || request.signal?.aborted || error instanceof ApiError) throw error;
    return send(route, request);
  }
};

/**
 * Makes a call of the contract and returns the body of its answer.
 *
 * @throws {ApiError} where it fails or is not answered in time; an `AbortError` where `signal` cancels it
 */
export const call = <const R extends Route>(
  route: R,
  request: CallRequest<EndpointAt<R>>,
): Promise<AnswersOf<EndpointAt<R>>> => send(formOf(route), request) as Promise<AnswersOf<EndpointAt<R>>>;
