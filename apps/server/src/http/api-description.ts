import type { FastifyInstance, FastifyReply } from 'fastify';
import { endpoints } from '@holdall/contract/endpoints';

const cacheable = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'public, max-age=300');

/** Serves the endpoint table as an OpenAPI document and as a page; what builds them is loaded on first use. */
export const registerApiDescription = (app: FastifyInstance, version: string): void => {
  let document: string | undefined;
  let page: string | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    const { createOpenApi } = await import('@holdall/contract/openapi');
    document ??= JSON.stringify(createOpenApi(endpoints, version));
    return cacheable(reply).type('application/json; charset=utf-8').send(document);
  });
  app.get('/api/docs', async (_request, reply) => {
    const { apiDocsPolicy, createApiDocs } = await import('#http/api-docs.ts');
    page ??= createApiDocs(endpoints, version);
    return cacheable(reply)
      .header('content-security-policy', apiDocsPolicy)
      .type('text/html; charset=utf-8')
      .send(page);
  });
};
