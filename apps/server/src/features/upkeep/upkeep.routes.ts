import * as contract from '@holdall/contract/admin-upkeep';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ActivityService } from '#features/activity/index.ts';
import { userOf } from '#http/actor.ts';
import { callerOf } from '#http/caller.ts';
import { register } from '#http/register.ts';
import { AppError } from '#lib/app-error.ts';
import type { ServerState } from './server-state.service.ts';
import type { Schedules } from './schedules.service.ts';
import { presentBackups, presentExamination, presentSchedules } from './upkeep.present.ts';
import type { UpkeepService } from './upkeep.service.ts';

export interface UpkeepRouteDeps {
  readonly upkeep: UpkeepService;
  readonly serverState: ServerState;
  readonly schedules: Pick<Schedules, 'list'>;
  readonly activity: Pick<ActivityService, 'note'>;
}

/** Returns the actor as the log records it. */
const auditContextOf = (request: FastifyRequest) =>
  ({ actorId: userOf(request).id, userId: null, ...callerOf(request) }) as const;

export const registerUpkeepRoutes = (
  app: FastifyInstance,
  { upkeep, serverState, schedules, activity }: UpkeepRouteDeps,
): void => {
  register(app, contract.getServer, async () => ({ data: await serverState() }));
  register(app, contract.listBackups, async ({ query }) =>
    presentBackups(await upkeep.listBackups(query), query),
  );
  register(app, contract.makeBackup, async ({ request }) => {
    await upkeep.backUpNow();
    await activity.note({ kind: 'backup.begun', ...auditContextOf(request) });
    return undefined;
  });
  register(app, contract.verifyBackup, async ({ params: { name }, request }) => {
    if (!(await upkeep.verify(name))) throw new AppError('backup.not_found');
    await activity.note({ kind: 'backup.checked', details: { name }, ...auditContextOf(request) });
    return undefined;
  });
  register(app, contract.getSchedules, async () => presentSchedules(await schedules.list()));
  register(app, contract.getExamination, async () => presentExamination(await upkeep.lastExamination()));
  register(app, contract.beginExamination, async ({ body, request }) => {
    await upkeep.examineNow({ repair: body.repair, readPercent: body.read_percent });
    await activity.note({
      kind: 'doctor.begun',
      details: { repair: body.repair },
      ...auditContextOf(request),
    });
    return undefined;
  });
};
