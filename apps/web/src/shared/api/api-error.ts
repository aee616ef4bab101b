import type { ErrorCode, Problem } from '@holdall/contract/error-codes';

/** Codes that the client gives itself: the request was not answered, not in time, or not by the application. */
export type LocalErrorCode = 'network' | 'timeout' | 'unreadable';

/** A call that failed. `status` is 0 when no answer came. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | LocalErrorCode;
  /** Field name to sentences, where single fields are at fault. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** With `upload.gap`: the byte at which the server wants to go on. */
  readonly offset: number | undefined;
  /** Which of several things it was, where the code leaves that open. */
  readonly reason: string | undefined;
  /** With `item.name_taken` at an upload: the item with the name. */
  readonly existing: Problem['existing'];
  /** With `item.name_taken` at a move: the conflicts to decide on. */
  readonly conflicts: Problem['conflicts'];
  /** With `share.locked`: the target of the link. */
  readonly shared: Problem['shared'];
  /** Milliseconds since 1970 before which it is of no use to try again. */
  readonly retryAt: number | undefined;

  constructor(
    problem: Pick<Problem, 'status' | 'message'> &
      Partial<Problem> & { readonly retryAt?: number | undefined },
    options?: ErrorOptions,
  ) {
    super(problem.message, options);
    this.status = problem.status;
    this.code = (problem.code ?? 'unreadable') as ErrorCode | LocalErrorCode;
    this.errors = problem.errors ?? {};
    this.offset = problem.offset;
    this.reason = problem.reason;
    this.existing = problem.existing;
    this.conflicts = problem.conflicts;
    this.shared = problem.shared;
    this.retryAt = problem.retryAt;
  }

  /** The session is over, or never began (specification section 6). */
  get isUnauthorized(): boolean {
    return this.status === 401 || (this.status === 403 && !this.needsTwoFactor);
  }

  /** Tells whether the person has to set up two-factor sign-in first; the page asks for that by itself. */
  get needsTwoFactor(): boolean {
    return this.code === 'two_factor.required';
  }
}

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'code' in value && 'message' in value;

/**
 * The error that a failed answer stands for.
 * @param body the answer's text: a problem document, or whatever a proxy in between said.
 * @param retryAfter the answer's header of that name; its seconds are read.
 */
export const apiErrorFrom = (status: number, body: string, retryAfter?: string | null): ApiError => {
  const retryAt = Number(retryAfter) > 0 ? Date.now() + Number(retryAfter) * 1000 : undefined;
  try {
    const parsed: unknown = JSON.parse(body);
    if (isProblem(parsed)) return new ApiError({ ...parsed, status, retryAt });
  } catch {
    return new ApiError({ status, code: 'unreadable', message: '' });
  }
  return new ApiError({ status, code: 'unreadable', message: '' });
};

/** The error of a request that got no answer at all, or none in time. */
export const networkError = (cause: unknown, code: 'network' | 'timeout' = 'network'): ApiError =>
  new ApiError({ status: 0, code, message: '' }, { cause });
