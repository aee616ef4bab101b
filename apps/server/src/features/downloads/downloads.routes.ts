import * as contract from '@holdall/contract/downloads';
import * as guests from '@holdall/contract/guests';
import type { FastifyInstance } from 'fastify';
import type { LinkDownloads } from '#features/links/index.ts';
import type { UsageService } from '#features/usage/index.ts';
import { actorOf } from '#http/actor.ts';
import { isClientGone } from '#http/client-gone.ts';
import { register } from '#http/register.ts';
import { asksForAll, sendResource, sendUnmeasured } from '#http/send-resource.ts';
import { invalidField } from '#lib/app-error.ts';
import { presentPreparedZip } from './downloads.present.ts';
import type { DownloadsService } from './downloads.service.ts';
import type { ZipService } from './zip.service.ts';

export interface DownloadsRouteDeps {
  readonly downloads: DownloadsService;
  readonly zip: ZipService;
  readonly usage: UsageService;
  readonly linkDownloads: LinkDownloads;
}

export const registerDownloadsRoutes = (
  app: FastifyInstance,
  { downloads, zip, usage, linkDownloads }: DownloadsRouteDeps,
): void => {
  const counterOf =
    (ownerId: string) =>
    (bytes: number): void =>
      usage.countTraffic(ownerId, { download: bytes });

  for (const endpoint of [contract.download, guests.downloadShared])
    register(app, endpoint, async ({ params, query, request, reply }) => {
      const actor = actorOf(request);
      const attachment = query.download !== undefined;
      const { ownerId, sha256, ...file } = await downloads.open(actor, params.id, { attachment });
      return sendResource(request, reply, {
        ...file,
        validators: { etag: `"${sha256}"` },
        begin: ({ fromStart }) => linkDownloads.count(actor, { subject: params.id, attachment, fromStart }),
        onSent: counterOf(ownerId),
      });
    });
  for (const endpoint of [contract.zip, guests.zipShared])
    register(app, endpoint, async ({ query: { items, selection }, request, reply }) => {
      if ((items === undefined) === (selection === undefined))
        throw invalidField('items', 'Send either items or a selection.');
      const actor = actorOf(request);
      // A download that counts towards a limit may only be resumed as the same download, which its digest
      // identifies.
      const isCounted = actor.kind === 'guest' && actor.downloadLimit !== null;
      const wait = { isClientGone: () => isClientGone(request), isEarly: !isCounted && asksForAll(request) };
      const archive = await (selection === undefined
        ? zip.open(actor, { items }, wait)
        : zip.openPrepared(actor, selection, wait));
      // A queued answer is not told that its connection has closed, but its request is.
      const ended = (): void => {
        if (isClientGone(request)) archive.release();
      };
      request.raw.once('close', ended);
      try {
        const { facts, subject, askedAt } = archive;
        const bytes = {
          name: archive.name,
          contentType: 'application/zip',
          disposition: 'attachment',
          open: archive.open,
          begin: ({ fromStart }: { readonly fromStart: boolean }) =>
            linkDownloads.count(actor, { subject, attachment: true, fromStart }),
          onSent: counterOf(archive.ownerId),
        } as const;
        if (facts === undefined) return await sendUnmeasured(reply, bytes);
        // An archive has no modification date: removing a file from it makes none of the dates inside newer.
        const validators = { etag: `"${facts.digest}"` };
        return await sendResource(request, reply, { ...bytes, size: facts.size, validators, askedAt });
      } finally {
        request.raw.off('close', ended);
        archive.release();
      }
    });
  for (const endpoint of [contract.prepareZip, guests.prepareSharedZip])
    register(app, endpoint, async ({ body, request }) => {
      const actor = actorOf(request);
      return presentPreparedZip(await zip.prepare(actor, body, () => isClientGone(request)), actor);
    });
};
