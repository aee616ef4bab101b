import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';

const answer = z.object({ name: z.string() });

/** Builds an application of modules that were not used before, as in a server that has just started. */
const startFresh = async (): Promise<FastifyInstance> => {
  vi.resetModules();
  const { serializerOf } = await import('#http/serializer.ts');
  const { sendTagged } = await import('#http/tagged-answer.ts');
  const app = fastify({
    schemaController: {
      compilersFactory: {
        buildValidator: () => {
          throw new Error('Nothing is validated.');
        },
        buildSerializer: () => () => serializerOf(answer),
      },
    },
  });
  app.get('/', { schema: { response: { 200: answer } } }, async (request, reply) =>
    sendTagged({ request, reply }, { name: 'a', secret: 'b' }),
  );
  return app;
};

afterEach(() => vi.resetModules());

test('an answer with a tag may be the first one of a server', async () => {
  const app = await startFresh();
  const first = await app.inject('/');
  expect([first.statusCode, first.body]).toEqual([200, '{"name":"a"}']);
  const etag = String(first.headers['etag']);
  const same = await app.inject({ url: '/', headers: { 'if-none-match': etag } });
  expect([same.statusCode, same.body]).toEqual([304, '']);
  await app.close();
});
