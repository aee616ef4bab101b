import '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { AnswersOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@holdall/contract/endpoint';
import { z } from 'zod';
import { guardAccess } from '#http/guards.ts';
import { AppError } from '#lib/app-error.ts';

interface MethodOverride {
  readonly method: string;
  /** The body without `_method`. */
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Reads `_method` from the body of a POST on a route that the specification allows it on. Query and
 * header overrides are unknown here on purpose: they would let a link change things.
 *
 * @throws request.method_not_allowed where it is absent or names another method
 */
const takeOverride = (body: unknown, allowed: string): MethodOverride => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AppError('request.method_not_allowed');
  const { _method: method, ...rest } = body as Record<string, unknown>;
  const named = typeof method === 'string' ? method.toUpperCase() : undefined;
  if (named !== allowed) throw new AppError('request.method_not_allowed');
  return { method: named, body: rest };
};

export interface Call<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  /** The validated body; undefined where the endpoint takes bytes or a form (the handler reads those itself). */
  readonly body: BodyOf<E>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Answers the body of the first success status, unless it sets another by `reply.code`; a handler that streams returns `reply`. */
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<AnswersOf<E> | FastifyReply>;

/** OpenAPI's `{id}` in Fastify's notation. */
export const toFastifyPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

type Issue = z.core.$ZodIssue;

/** Returns the faults of the closest alternative where a body may have several shapes, if that names fields. */
const nearestOf = (issue: Issue): readonly Issue[] => {
  if (issue.code !== 'invalid_union') return [issue];
  const [nearest = []] = issue.errors.toSorted((one, other) => one.length - other.length);
  if (!nearest.some(({ code, path }) => path.length > 0 || code === 'unrecognized_keys')) return [issue];
  return nearest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })).flatMap(nearestOf);
};

const fieldErrors = (error: z.ZodError): Record<string, string[]> => {
  // A map, because a field may be named `__proto__`.
  const errors = new Map<string, string[]>();
  for (const issue of error.issues.flatMap(nearestOf)) {
    const field = issue.code === 'unrecognized_keys' ? (issue.keys[0] ?? '') : issue.path.join('.');
    const sentence = issue.code === 'unrecognized_keys' ? 'This field is not known here.' : issue.message;
    errors.set(field, [...(errors.get(field) ?? []), sentence]);
  }
  return Object.fromEntries(errors);
};

/** Checks input against a schema of the contract. @throws request.invalid naming each field at fault */
export const parse = <S extends z.ZodType>(schema: S, input: unknown): z.output<S> => {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new AppError('request.invalid', { errors: fieldErrors(result.error) });
};

const successOf = (endpoint: Endpoint): number => Number(Object.keys(endpoint.answers)[0]);

/** The schemas of its answers by status, for the application's serialisers. */
const answerSchemas = (endpoint: Endpoint): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(endpoint.answers).filter(
      (entry): entry is [string, z.ZodType] => entry[1] !== null && entry[1] !== 'bytes',
    ),
  );

const noFields = z.strictObject({});

/** Encodings of bodies that handlers read themselves. */
const readByHandler: ReadonlySet<Endpoint['bodyKind']> = new Set(['bytes', 'form', 'batch']);

/** @throws request.invalid, also where a call that takes no body gets fields */
const readBody = (endpoint: Endpoint, input: unknown, override: MethodOverride | undefined): unknown => {
  if (endpoint.method === 'GET' || readByHandler.has(endpoint.bodyKind)) return undefined;
  const fields = override === undefined ? (input ?? {}) : override.body;
  if (endpoint.body !== undefined) return parse(endpoint.body, fields);
  parse(noFields, fields);
  return undefined;
};

/**
 * Makes an endpoint of the contract answer: access, validation and serialisation all come from the
 * table. Where the contract allows `_method`, the same path also answers POST.
 */
export const register = <E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
): void => {
  const url = toFastifyPath(endpoint.path);
  const options: RouteShorthandOptions = {
    schema: { response: answerSchemas(endpoint) },
    // Stored bytes are sent uncompressed: their length, ranges and entity tag are those of the file.
    // Lines that answer a batch leave one by one.
    ...(endpoint.bodyKind === 'batch' || Object.values(endpoint.answers).includes('bytes')
      ? { compress: false }
      : {}),
    // Access is checked before the body is read.
    onRequest: async (request, reply) => {
      guardAccess(endpoint, request.actor);
      request.isBeforeTwoFactor = endpoint.beforeTwoFactor === true;
      await app.expectRoom(endpoint);
      if (endpoint.access !== 'link') return;
      const { token } = request.params as { readonly token: string };
      await app.enterByLink({ request, reply }, { ...endpoint, token });
    },
    ...(endpoint.bodyLimit === undefined ? {} : { bodyLimit: endpoint.bodyLimit }),
  };
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    override: MethodOverride | undefined,
  ): Promise<unknown> => {
    // A malformed id names nothing: it is as absent as an unknown one.
    const params = endpoint.params?.safeParse(request.params);
    if (params !== undefined && !params.success)
      throw new AppError(endpoint.errors?.find((code) => code.endsWith('.not_found')) ?? 'request.not_found');
    reply.code(successOf(endpoint));
    const result = await handler({
      params: (params?.data ?? {}) as ParamsOf<E>,
      query: (endpoint.query === undefined ? {} : parse(endpoint.query, request.query)) as QueryOf<E>,
      body: readBody(endpoint, request.body, override) as BodyOf<E>,
      request,
      reply,
    });
    return result === undefined && !reply.sent ? reply.send() : result;
  };
  app.route({
    ...options,
    method: endpoint.method === 'GET' ? ['GET', 'HEAD'] : endpoint.method,
    url,
    handler: (request, reply) => answer(request, reply, undefined),
  });
  if (endpoint.override !== undefined) {
    app.route({
      ...options,
      method: 'POST',
      url,
      handler: (request, reply) => answer(request, reply, takeOverride(request.body, endpoint.method)),
    });
  }
};
