import * as contract from '@holdall/contract/admin-maintenance';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ActivityService } from '#features/activity/index.ts';
import { userOf } from '#http/actor.ts';
import { callerOf } from '#http/caller.ts';
import { register } from '#http/register.ts';
import { AppError } from '#lib/app-error.ts';
import type { ServerState } from './server-state.service.ts';
import type { Schedules } from './schedules.service.ts';
import { presentBackups, presentExamination, presentSchedules } from './maintenance.present.ts';
import type { MaintenanceService } from './maintenance.service.ts';

export interface MaintenanceRouteDeps {
  readonly maintenance: MaintenanceService;
  readonly serverState: ServerState;
  readonly schedules: Pick<Schedules, 'list'>;
  readonly activity: Pick<ActivityService, 'note'>;
}

/** Returns the actor as the log records it. */
const auditContextOf = (request: FastifyRequest) =>
  ({ actorId: userOf(request).id, userId: null, ...callerOf(request) }) as const;

export const registerMaintenanceRoutes = (
  app: FastifyInstance,
  { maintenance, serverState, schedules, activity }: MaintenanceRouteDeps,
): void => {
  register(app, contract.getServer, async () => ({ data: await serverState() }));
  register(app, contract.listBackups, async ({ query }) =>
    presentBackups(await maintenance.listBackups(query), query),
  );
  register(app, contract.createBackup, async ({ request }) => {
    await maintenance.backUpNow();
    await activity.note({ kind: 'backup.begun', ...auditContextOf(request) });
    return undefined;
  });
  register(app, contract.verifyBackup, async ({ params: { name }, request }) => {
    if (!(await maintenance.verify(name))) throw new AppError('backup.not_found');
    await activity.note({ kind: 'backup.checked', details: { name }, ...auditContextOf(request) });
    return undefined;
  });
  register(app, contract.getSchedules, async () => presentSchedules(await schedules.list()));
  register(app, contract.getExamination, async () => presentExamination(await maintenance.lastExamination()));
  register(app, contract.beginExamination, async ({ body, request }) => {
    await maintenance.examineNow({ repair: body.repair, readPercent: body.read_percent });
    await activity.note({
      kind: 'doctor.begun',
      details: { repair: body.repair },
      ...auditContextOf(request),
    });
    return undefined;
  });
};
