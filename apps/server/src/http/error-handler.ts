import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '@holdall/contract/error-codes';
import type { SendUnavailablePage } from '#http/unavailable-page.ts';
import { wantsPage } from '#http/page-request.ts';
import { AppError, type ErrorDetails, type ExistingItem } from '#lib/app-error.ts';

/** Translates an error that no feature has handled, where a caller may know its reason. */
export type ErrorTranslator = (error: unknown) => AppError | undefined;

const fastifyErrors: Readonly<Record<string, AppError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new AppError('request.too_large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new AppError('request.unsupported_type'),
  FST_ERR_CTP_INVALID_JSON_BODY: new AppError('request.malformed'),
  FST_ERR_CTP_EMPTY_JSON_BODY: new AppError('request.malformed'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new AppError('request.malformed'),
  FST_ERR_BAD_URL: new AppError('request.not_found'),
  FST_ERR_NOT_FOUND: new AppError('request.not_found'),
};

const isFastifyError = (error: unknown): error is FastifyError =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  error.code.startsWith('FST_');

const presentExisting = ({ id, type, size, modified_at }: ExistingItem) => ({
  id,
  type,
  size: type === 'file' ? size : null,
  modified_at: new Date(modified_at).toISOString(),
});

const presentConflicts = ({
  total,
  items,
}: NonNullable<ErrorDetails['conflicts']>): Problem['conflicts'] => ({
  total,
  items: items.map((item) => ({
    ...presentExisting(item),
    name: item.name,
    existing: presentExisting(item.existing),
    replaceable: item.replaceable,
  })),
});

/** Presents an error as the body that tells it, without internal details. */
export const toProblem = (error: AppError): Problem => ({
  type: 'about:blank',
  title: STATUS_CODES[error.status] ?? 'Error',
  status: error.status,
  code: error.code,
  message: error.message,
  ...(error.details.errors === undefined
    ? {}
    : { errors: Object.fromEntries(Object.entries(error.details.errors).map(([k, v]) => [k, [...v]])) }),
  ...(error.details.offset === undefined ? {} : { offset: error.details.offset }),
  ...(error.details.reason === undefined ? {} : { reason: error.details.reason }),
  ...(error.details.shared === undefined ? {} : { shared: error.details.shared }),
  ...(error.details.existing === undefined ? {} : { existing: presentExisting(error.details.existing) }),
  ...(error.details.conflicts === undefined ? {} : { conflicts: presentConflicts(error.details.conflicts) }),
});

/** Tells whether the caller's connection broke off in the middle of its request: Fastify calls that the caller's error. */
const isBrokenOff = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'ECONNRESET' &&
  'statusCode' in error &&
  error.statusCode === 400;

/** Converts any thrown value to an error of the catalogue; unexpected ones become `server.failed`. */
export const toAppError = (error: unknown, translate: ErrorTranslator): AppError => {
  if (error instanceof AppError) return error;
  if (isFastifyError(error)) {
    const known = fastifyErrors[error.code];
    if (known !== undefined) return known;
    if (error.statusCode !== undefined && error.statusCode < 500) return new AppError('request.malformed');
  }
  if (isBrokenOff(error)) return new AppError('request.malformed');
  return translate(error) ?? new AppError('server.failed', { cause: error });
};

/** Sends an error as `application/problem+json`, without internal details. */
export const sendProblem = (reply: FastifyReply, error: AppError): FastifyReply => {
  if (error.details.retryAfter !== undefined) reply.header('retry-after', String(error.details.retryAfter));
  return reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(toProblem(error));
};

/** Called for each call that is answered with a client error. */
export type OnRefused = (request: FastifyRequest, error: AppError) => void;

/** Notes that a call, or a part of one, is answered with an error: refusals for the activity log, failures in the server's. */
export type NoteProblem = (request: FastifyRequest, known: AppError, error: unknown) => void;

export const createProblemNoter =
  (onRefused?: OnRefused): NoteProblem =>
  (request, known, error) => {
    const { cause, retryAfter, linkId } = known.details;
    request.linkId ??= linkId;
    if (known.status < 500) onRefused?.(request, known);
    // An answer with `Retry-After` is no fault: the server is busy, and a flood must not fill the log.
    else if (cause === undefined && retryAfter !== undefined)
      request.log.info({ code: known.code }, 'request put off');
    else request.log.error({ err: cause ?? error, code: known.code }, 'request failed');
  };

/**
 * The one place where errors leave the server.
 *
 * @param sendUnavailablePage answers people who requested a page that cannot be built; undefined: no pages are
 * served here
 */
export const createErrorHandler =
  (
    translate: ErrorTranslator,
    noteProblem = createProblemNoter(),
    sendUnavailablePage?: SendUnavailablePage,
  ) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> => {
    if (reply.raw.headersSent) {
      // The client disconnected during the answer, or the bytes failed there: it is too late for a status.
      request.log.info({ err: error }, 'answer broke off');
      reply.hijack().raw.destroy();
      return reply;
    }
    const known = toAppError(error, translate);
    noteProblem(request, known, error);
    if (known.status >= 500 && sendUnavailablePage !== undefined && wantsPage(request))
      return sendUnavailablePage(request, reply, known.status);
    // The page would need its scripts, which are refused under this name as well.
    if (known.code === 'request.wrong_host' && wantsPage(request))
      return reply.code(known.status).type('text/plain; charset=utf-8').send(`${known.message}\n`);
    return sendProblem(reply, known);
  };
