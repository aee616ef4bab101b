import * as contract from '@holdall/contract/admin-languages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { userOf } from '#http/actor.ts';
import { callerOf } from '#http/caller.ts';
import { register } from '#http/register.ts';
import { presentLanguage, presentString } from './languages.present.ts';
import type { AuditContext, LanguagesService } from './languages.types.ts';

const auditContextOf = (request: FastifyRequest): AuditContext => ({
  actor: userOf(request),
  facts: callerOf(request),
});

export const registerLanguagesRoutes = (
  app: FastifyInstance,
  { languages }: { languages: LanguagesService },
): void => {
  register(app, contract.listLanguages, async () => ({
    data: (await languages.list()).map(presentLanguage),
  }));
  register(app, contract.addLanguage, async ({ body, request }) => ({
    data: presentLanguage(await languages.add(auditContextOf(request), body.locale)),
  }));
  register(app, contract.removeLanguage, async ({ params, request }) => {
    await languages.remove(auditContextOf(request), params.id);
    return undefined;
  });
  register(app, contract.listStrings, async ({ params, query }) => {
    const { entries, total, texts, missing } = await languages.entries(params.id, query);
    const { offset, limit } = query;
    return { data: entries.map(presentString), meta: { total, offset, limit, texts, missing } };
  });
  register(app, contract.updateString, async ({ params, body }) => {
    const { entry, texts, missing } = await languages.change(params.id, body);
    return { data: presentString(entry), meta: { texts, missing } };
  });
  register(app, contract.exportLanguage, async ({ params, reply }) => {
    const texts = await languages.exported(params.id);
    reply
      .header('content-disposition', `attachment; filename="holdall-${params.id}.json"`)
      .header('cache-control', 'private, no-store');
    return texts;
  });
  register(app, contract.importLanguage, async ({ params, body, request }) => {
    const { texts, missing, ...data } = await languages.imported(auditContextOf(request), params.id, body);
    return { data, meta: { texts, missing } };
  });
};
