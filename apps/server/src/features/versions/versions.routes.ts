import * as guests from '@holdall/contract/guests';
import * as contract from '@holdall/contract/versions';
import type { FastifyInstance } from 'fastify';
import { presentItem, type ViewItems } from '#features/files/index.ts';
import type { LinkDownloads } from '#features/links/index.ts';
import type { UsageService } from '#features/usage/index.ts';
import { actorOf, userOf } from '#http/actor.ts';
import { register } from '#http/register.ts';
import { sendResource } from '#http/send-resource.ts';
import { presentVersion, presentVersions } from './versions.present.ts';
import type { VersionsService } from './versions.service.ts';

export interface VersionsRouteDeps {
  readonly versions: VersionsService;
  readonly usage: Pick<UsageService, 'countTraffic'>;
  readonly linkDownloads: Pick<LinkDownloads, 'count'>;
  readonly viewItems: ViewItems;
}

export const registerVersionsRoutes = (
  app: FastifyInstance,
  { versions, usage, linkDownloads, viewItems }: VersionsRouteDeps,
): void => {
  for (const endpoint of [contract.listVersions, guests.listSharedVersions])
    register(app, endpoint, async ({ params, query, request, reply }) => {
      reply.header('cache-control', 'private, no-store');
      const actor = actorOf(request);
      const { names, retention, ...page } = await versions.list(actor, params.id, query);
      return presentVersions({ names, ...page }, { actor, names, retention });
    });
  for (const endpoint of [contract.downloadVersion, guests.downloadSharedVersion])
    register(app, endpoint, async ({ params, query, request, reply }) => {
      const actor = actorOf(request);
      const attachment = query.download !== undefined;
      const { ownerId, sha256, ...file } = await versions.open(actor, params, { attachment });
      return sendResource(request, reply, {
        ...file,
        validators: { etag: `"${sha256}"` },
        begin: ({ fromStart }) =>
          linkDownloads.count(actor, { subject: params.version, attachment, fromStart }),
        onSent: (bytes) => usage.countTraffic(ownerId, { download: bytes }),
      });
    });
  for (const endpoint of [contract.restoreVersion, guests.restoreSharedVersion])
    register(app, endpoint, async ({ params, body: { as_copy: asCopy }, request, reply }) => {
      const actor = actorOf(request);
      const item = await versions.restore(actor, params, { asCopy });
      reply.code(asCopy ? 201 : 200);
      return presentItem(item, await viewItems(actor, [item]));
    });
  register(app, contract.updateVersion, async ({ params, body, request }) => {
    const actor = userOf(request);
    const { version, ...facts } = await versions.update(actor, params, body);
    return { data: presentVersion(version, { actor, ...facts }) };
  });
  register(app, contract.deleteVersion, async ({ params, request }) => {
    await versions.remove(userOf(request), params);
    return undefined;
  });
};
