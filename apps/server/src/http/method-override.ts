import { AppError } from '#lib/app-error.ts';

export interface MethodOverride {
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
export const takeOverride = (body: unknown, allowed: string): MethodOverride => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AppError('request.method_not_allowed');
  const { _method: method, ...rest } = body as Record<string, unknown>;
  const named = typeof method === 'string' ? method.toUpperCase() : undefined;
  if (named !== allowed) throw new AppError('request.method_not_allowed');
  return { method: named, body: rest };
};
