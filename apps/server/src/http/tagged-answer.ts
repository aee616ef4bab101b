import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { evaluateConditions } from '#http/conditional.ts';
import { loadSerializers } from '#http/serializer.ts';

/**
 * Sends a JSON answer with an entity tag, or 304 where the client has the same one. The tag is of the whole answer, so it
 * cannot be the same for two that differ, whatever they depend on. It is weak, because the answer may be compressed.
 */
export const sendTagged = async (
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  answer: object,
): Promise<FastifyReply> => {
  // Fastify's hook before serialisation comes too late here: this may be a server's first answer.
  await loadSerializers();
  const text = reply.serialize(answer);
  if (typeof text !== 'string') throw new TypeError('An answer is serialised as text.');
  const etag = `"${hash('sha256', text, 'base64url')}"`;
  reply.header('etag', `W/${etag}`);
  const { 'if-none-match': known } = request.headers;
  if (known !== undefined && evaluateConditions({ 'if-none-match': known }, { etag }) === 'unchanged')
    return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(text);
};
