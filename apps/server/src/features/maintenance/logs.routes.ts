import { downloadLogs, listLogs } from '@holdall/contract/admin-logs';
import type { FastifyInstance } from 'fastify';
import type { ActivityService } from '#features/activity/index.ts';
import { userOf } from '#http/actor.ts';
import { callerOf } from '#http/caller.ts';
import { register } from '#http/register.ts';
import { sendBytes } from '#http/send-bytes.ts';
import { contentDisposition } from '#lib/http/content-disposition.ts';
import type { Clock } from '#ports/clock.ts';
import type { OwnLogs } from './own-logs.service.ts';

export interface LogsRouteDeps {
  readonly logs: OwnLogs;
  readonly clock: Clock;
  readonly activity: Pick<ActivityService, 'note'>;
}

export const registerLogsRoutes = (app: FastifyInstance, { logs, clock, activity }: LogsRouteDeps): void => {
  register(app, listLogs, async ({ query }) => {
    const { lines, next } = await logs.page({ ...query, before: query.before });
    const { size, since } = await logs.extent();
    return { data: [...lines], meta: { node: logs.host, next: next ?? null, since: since ?? null, size } };
  });
  register(app, downloadLogs, async ({ request, reply }) => {
    const { size, bytes } = await logs.open();
    // Any of several servers may answer, so the file's name contains the host.
    const name = `holdall-${logs.host}-${new Date(clock.now()).toISOString().slice(0, 10)}.ndjson`;
    const headers = {
      'content-type': 'application/x-ndjson',
      'content-length': size,
      'content-disposition': contentDisposition('attachment', name),
      'cache-control': 'private, no-store',
    };
    if (request.method === 'HEAD') {
      await bytes.close();
      return reply.headers(headers).send();
    }
    const actorId = userOf(request).id;
    await activity.note({ kind: 'logs.downloaded', actorId, userId: null, ...callerOf(request) });
    try {
      await sendBytes(reply, { status: 200, headers, open: async () => bytes });
    } finally {
      // A client that disconnected before has nothing to read.
      await bytes.close();
    }
    return reply;
  });
};
