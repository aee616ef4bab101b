import compress from '@fastify/compress';
import { en } from '@holdall/contract/messages/en';
import cookie from '@fastify/cookie';
import type { Endpoint } from '@holdall/contract/endpoint';
import { endpoints } from '@holdall/contract/endpoints';
import { isPage, pages } from '@holdall/contract/pages';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { z } from 'zod';
import { registerApiDescription } from '#http/api-description.ts';
import { type UnavailablePageTextFor, createUnavailablePage } from '#http/unavailable-page.ts';
import {
  createErrorHandler,
  createProblemNoter,
  type ErrorTranslator,
  type OnRefused,
  sendProblem,
  toAppError,
} from '#http/error-handler.ts';
import { pathOf, wantsPage } from '#http/page-request.ts';
import { isHttpsRequest, registerRequestContext, type RequestContextOptions } from '#http/request-context.ts';
import { registerInstalledApp } from '#http/installed-app.ts';
import { registerRequestLog } from '#http/request-log.ts';
import { setSecurityHeaders } from '#http/security-headers.ts';
import { loadSerializers, type Serialize, serializerOf } from '#http/serializer.ts';
import { registerWebApp, type SendPage, type WebAppOptions } from '#http/web-app.ts';
import { AppError } from '#lib/app-error.ts';
import { createId } from '#ports/ids.ts';

export interface HttpOptions extends RequestContextOptions {
  readonly log: FastifyBaseLogger;
  readonly trustedProxies: readonly string[];
  readonly translateError: ErrorTranslator;
  /** Undefined: an API without pages (tests, development behind Vite). */
  readonly web: WebAppOptions | undefined;
  /** Texts of the page for people while no other can be built; undefined: they get the same answer as programs. */
  readonly unavailablePageText?: UnavailablePageTextFor | undefined;
  readonly version: string;
  /** Called for each call that is answered with a client error. */
  readonly onRefused?: OnRefused;
  /** Serves the page of the demo; off by default. */
  readonly demo?: boolean;
  /** Called for every registered route; a test compares them with the contract. */
  readonly onRoute?: (route: { method: string | string[]; url: string }) => void;
}

/** Bytes of a JSON body; a route may set another limit. */
const jsonBodyLimit = 1024 * 1024;
/** Bytes below which compressing an answer costs more than it saves. */
const compressFrom = 1024;

const routes = Object.values(endpoints).map((endpoint: Endpoint) => ({
  pattern: new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  methods: [
    ...(endpoint.method === 'GET' ? ['GET', 'HEAD'] : [endpoint.method]),
    ...(endpoint.override === undefined ? [] : ['POST']),
  ],
}));

const allowedMethods = (path: string): string[] => [
  ...new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.methods)),
];

/** Answers what no route takes: a page for people, 405 where another method exists, 404 otherwise. */
const registerNotFound = (
  app: FastifyInstance,
  { sendPage, demo }: { readonly sendPage: SendPage | undefined; readonly demo: boolean },
): void => {
  const isThere = (path: string): boolean => isPage(path) && (demo || path.replace(/\/$/, '') !== pages.demo);
  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request);
    if (sendPage !== undefined && wantsPage(request))
      return sendPage(request, reply, isThere(path) ? 200 : 404);
    const allowed = allowedMethods(path);
    if (allowed.length === 0) return sendProblem(reply, new AppError('request.not_found'));
    return sendProblem(reply.header('allow', allowed.join(', ')), new AppError('request.method_not_allowed'));
  });
};

/** Requests are validated by the contract (`register`), never by Fastify. */
const noValidator = (): never => {
  throw new Error('A route has a schema for what it is asked; the contract is to have it.');
};
const ofContract =
  () =>
  ({ schema }: { readonly schema?: unknown }): Serialize =>
    serializerOf(schema as z.ZodType);

/** The HTTP application without features: parsing, guards, errors, logs, pages. It does not listen by itself. */
export const createHttpApp = async (options: HttpOptions): Promise<FastifyInstance> => {
  const app: FastifyInstance = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => createId(Date.now()),
    trustProxy: options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    bodyLimit: jsonBodyLimit,
    // Time limits are the listening server's: an upload may take hours, a silent connection may not.
    requestTimeout: 0,
    // Fastify would load its own compilers eagerly, without using them.
    schemaController: { compilersFactory: { buildValidator: noValidator, buildSerializer: ofContract } },
    routerOptions: { maxParamLength: 1024, ignoreTrailingSlash: false },
    frameworkErrors: (error, request, reply) => {
      // No hook has run for an address that cannot be decoded.
      const { hstsSubdomains = false } = options;
      setSecurityHeaders(reply, { https: isHttpsRequest(request, options.publicOrigin()), hstsSubdomains });
      reply.header('x-request-id', request.id);
      void sendProblem(reply, toAppError(error, options.translateError));
    },
  });
  app.addHook('preSerialization', async (_request, _reply, payload) => {
    await loadSerializers();
    return payload;
  });
  if (options.onRoute !== undefined) app.addHook('onRoute', options.onRoute);
  // Only JSON is parsed by default: a text/plain body, which forms of other sites can send, is refused.
  app.removeContentTypeParser('text/plain');
  const { unavailablePageText } = options;
  const sendUnavailablePage =
    unavailablePageText === undefined ? undefined : createUnavailablePage(unavailablePageText);
  const noteProblem = createProblemNoter(options.onRefused);
  app.decorate('noteProblem', noteProblem);
  app.setErrorHandler(createErrorHandler(options.translateError, noteProblem, sendUnavailablePage));
  registerRequestLog(app);
  await app.register(cookie);
  await app.register(compress, {
    globalDecompression: false,
    threshold: compressFrom,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
    customTypes: /^(application\/(problem\+)?json|text\/html)/,
  });
  registerRequestContext(app, options);
  registerApiDescription(app, options.version);
  if (options.web !== undefined && unavailablePageText !== undefined) {
    const { configOf, shortcutWordsOf = async () => en } = options.web;
    await registerInstalledApp(app, {
      configOf,
      wordsOf: unavailablePageText,
      shortcutWordsOf,
      version: options.version,
    });
  }
  const sendPage = options.web === undefined ? undefined : await registerWebApp(app, options.web);
  registerNotFound(app, { sendPage, demo: options.demo ?? false });
  return app;
};
