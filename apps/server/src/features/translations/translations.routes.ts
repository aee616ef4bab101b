import type { Problem } from '@holdall/contract/error-codes';
import { getTranslations } from '@holdall/contract/translations';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { register } from '#http/register.ts';
import { localizeProblem } from './localized-problems.ts';
import type { TranslationsService } from './translations.service.ts';

const isProblem = (reply: FastifyReply, _payload: unknown): _payload is Problem =>
  reply.statusCode >= 400 && String(reply.getHeader('content-type')).startsWith('application/problem+json');

/** The messages of pages, and failures in the language that a request asks for; who asks for none reads English. */
export const registerTranslationsRoutes = (
  app: FastifyInstance,
  { translations }: { translations: TranslationsService },
): void => {
  app.addHook('preSerialization', async (request, reply, payload) => {
    const preferences = request.headers['accept-language'];
    if (preferences === undefined || !isProblem(reply, payload)) return payload;
    try {
      return await localizeProblem(translations, payload, preferences);
    } catch (error) {
      // It must not hide what it was to tell.
      request.log.warn({ err: error }, 'a failure is told in English');
      return payload;
    }
  });
  register(app, getTranslations, async ({ params, request, reply }) => {
    const { messages, etag, locale } = await translations.getMessages(params.locale);
    // Asked for at every start of the page, answered in a header's length when nothing has changed.
    reply.header('etag', etag).header('cache-control', 'no-cache').header('content-language', locale);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return messages;
  });
};
