import { getTranslations } from '@holdall/contract/translations';
import type { FastifyInstance } from 'fastify';
import { register } from '#http/register.ts';
import type { TranslationsService } from './translations.service.ts';

export const registerTranslationsRoutes = (
  app: FastifyInstance,
  { translations }: { translations: TranslationsService },
): void => {
  register(app, getTranslations, async ({ params, request, reply }) => {
    const { messages, etag } = translations.getMessages(params.locale);
    // Asked for at every start of the page, answered in a header's length when nothing has changed.
    reply.header('etag', etag).header('cache-control', 'no-cache');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return messages;
  });
};
