import type { z } from 'zod';
import type { ErrorCode } from './error-codes.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
/**
 * Callers of an endpoint: anybody, signed-in users, administrators, or holders of a link whose token is in the path.
 */
export type Access = 'public' | 'user' | 'admin' | 'link';
/**
 * Encoding of the request body: `json`, `form` (multipart), raw `bytes`, or a `batch` of files, each with a line of JSON, which is
 * answered line by line.
 */
type BodyKind = 'json' | 'form' | 'bytes' | 'batch';

/** Method and path of an endpoint. `*.endpoints.ts` declare them once, without schemas, so that pages can load them. */
export interface Route {
  readonly method: Method;
  /** OpenAPI notation: `/api/items/{id}`. */
  readonly path: `/${string}`;
  /** POST with `_method` in the body stands for the method, and pages call it so (specification section 7). */
  readonly override?: true;
}

export interface Endpoint extends Route {
  readonly access: Access;
  /** `link`: the target of the token, a shared item or a request for files. */
  readonly via?: 'share' | 'request';
  /** `link`: it must let people edit. */
  readonly edits?: true;
  /** `link`: a request may be closed. */
  readonly closed?: true;
  /** Only for users who have signed in with a password: a personal access token is refused. */
  readonly credentials?: true;
  /** Changes the sign-in of an account, or mails somebody: users of the demo are refused. */
  readonly demo?: false;
  /** Is needed to set up two-factor sign-in: it works though an administrator requires that, and it is missing. */
  readonly beforeTwoFactor?: true;
  /** Changes nothing though it is no GET: a token that may only read may call it. */
  readonly reads?: true;
  /** Answers secrets that allow writing: a token that may only read is refused though it is a GET. */
  readonly secrets?: true;
  /** Is needed to make room: it works though the disk of the database is full, as every GET and DELETE does. */
  readonly frees?: true;
  readonly tag: string;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly bodyKind?: BodyKind;
  /** Bytes of a JSON body at the most, where it is less than the server's own limit. */
  readonly bodyLimit?: number;
  /** Status to body. `null` is an answer without a body; `'bytes'` a stream that no schema describes. */
  readonly answers: Readonly<Partial<Record<200 | 201 | 204 | 206, z.ZodType | 'bytes' | null>>>;
  /** Codes beyond those that every call may answer (malformed, invalid, failed, unavailable). */
  readonly errors?: readonly ErrorCode[];
}

/** Endpoints by the names of their routes, each with the method and path that its route declares. */
export type Described<Routes extends Readonly<Record<string, Route>>> = {
  readonly [Name in keyof Routes]: Endpoint & Routes[Name];
};

/** Declares an endpoint, keeping the literal types that server and client are checked against. */
export const endpoint = <const E extends Endpoint>(declared: E): E => declared;

/**
 * The scope that a personal access token needs for an endpoint; undefined: no token suffices, because the endpoint
 * is about what opens accounts.
 */
export const tokenScopeOf = ({
  credentials,
  method,
  reads,
  secrets,
}: Pick<Endpoint, 'credentials' | 'method' | 'reads' | 'secrets'>): 'read' | 'write' | undefined => {
  if (credentials === true) return undefined;
  return secrets !== true && (method === 'GET' || reads === true) ? 'read' : 'write';
};

type Shape<S, Fallback> = S extends z.ZodType ? z.output<S> : Fallback;
type Sent<S, Fallback> = S extends z.ZodType ? z.input<S> : Fallback;
type AnswerOf<A> = A extends z.ZodType ? z.output<A> : A extends 'bytes' ? unknown : undefined;

/** The parts of a request as a handler receives them, after validation. */
export type ParamsOf<E extends Endpoint> = Shape<E['params'], Record<string, never>>;
export type QueryOf<E extends Endpoint> = Shape<E['query'], Record<string, never>>;
export type BodyOf<E extends Endpoint> = Shape<E['body'], undefined>;
/** The parts of a request as a caller sends them, before defaults are filled in. */
export type SentQueryOf<E extends Endpoint> = Sent<E['query'], Record<string, never>>;
export type SentBodyOf<E extends Endpoint> = Sent<E['body'], undefined>;
/** The answer of a successful call, whichever of its statuses it has. */
export type AnswersOf<E extends Endpoint> = AnswerOf<E['answers'][keyof E['answers']]>;
