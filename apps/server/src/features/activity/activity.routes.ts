import {
  type ActivityEntry,
  exportActivity,
  listActivity,
  listOwnActivity,
} from '@holdall/contract/activity';
import type { FastifyInstance } from 'fastify';
import { userOf } from '#http/actor.ts';
import { callerOf } from '#http/caller.ts';
import { register } from '#http/register.ts';
import { sendBytes } from '#http/send-bytes.ts';
import { contentDisposition } from '#lib/http/content-disposition.ts';
import type { Clock } from '#ports/clock.ts';
import { presentExport } from './activity-export.present.ts';
import { presentLog, presentOwnLog } from './activity.present.ts';
import type { ActivityService } from './activity.service.ts';
import type { Log } from './activity.types.ts';

export interface ActivityRouteDeps {
  readonly activity: ActivityService;
  readonly clock: Clock;
}

const types = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' } as const;

async function* presented(pages: AsyncIterable<Log>): AsyncGenerator<ActivityEntry[], void> {
  for await (const page of pages) yield presentLog(page).data;
}

export const registerActivityRoutes = (
  app: FastifyInstance,
  { activity, clock }: ActivityRouteDeps,
): void => {
  register(app, listOwnActivity, async ({ query, request }) => {
    const actor = userOf(request);
    return presentOwnLog(await activity.listOwn(actor, query), actor.id);
  });
  register(app, listActivity, async ({ query }) => presentLog(await activity.listAll(query)));
  register(app, exportActivity, async ({ query: { format, ...filter }, request, reply }) => {
    const name = `holdall-activity-${new Date(clock.now()).toISOString().slice(0, 10)}.${format}`;
    const headers = {
      'content-type': types[format],
      'content-disposition': contentDisposition('attachment', name),
      'cache-control': 'private, no-store',
    };
    if (request.method === 'HEAD') return reply.headers(headers).send();
    const actorId = userOf(request).id;
    const details = { format };
    await activity.note({ kind: 'activity.exported', actorId, userId: null, ...callerOf(request), details });
    const open = async () => presentExport(presented(activity.pages(filter)), format);
    await sendBytes(reply, { status: 200, headers, open });
    return reply;
  });
};
