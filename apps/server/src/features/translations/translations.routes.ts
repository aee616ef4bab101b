import type { Problem } from '@holdall/contract/error-codes';
import { getTranslations } from '@holdall/contract/translations';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { register } from '#http/register.ts';
import { localizeProblem } from './localized-problems.ts';
import type { TranslationsService } from './translations.service.ts';

const isProblem = (reply: FastifyReply, _payload: unknown): _payload is Problem =>
  reply.statusCode >= 400 && String(reply.getHeader('content-type')).startsWith('application/problem+json');

/** Registers the messages of pages, and translates errors into the language of the request; English by default. */
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
      // The failed translation must not hide the error.
      request.log.warn({ err: error }, 'a failure is told in English');
      return payload;
    }
  });
  register(app, getTranslations, async ({ params, request, reply }) => {
    const { messages, etag, locale } = await translations.getMessages(params.locale);
    // Requested at every start of a page; answered by a header if nothing has changed.
    reply.header('etag', etag).header('cache-control', 'no-cache').header('content-language', locale);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return messages;
  });
};
