import * as contract from '@holdall/contract/admin-damage';
import type { FastifyInstance } from 'fastify';
import type { ActivityService } from '#features/activity/index.ts';
import { userOf } from '#http/actor.ts';
import { callerOf } from '#http/caller.ts';
import { register } from '#http/register.ts';
import { presentDamagedFiles } from './damage.present.ts';
import type { DamageService } from './damage.service.ts';

export interface DamageRouteDeps {
  readonly damage: DamageService;
  readonly activity: Pick<ActivityService, 'note'>;
}

export const registerDamageRoutes = (app: FastifyInstance, { damage, activity }: DamageRouteDeps): void => {
  register(app, contract.listDamagedFiles, async ({ query }) =>
    presentDamagedFiles(await damage.list(query), query),
  );
  register(app, contract.restoreDamagedFiles, async ({ body, request }) => {
    await damage.restore(body.id);
    await activity.note({
      kind: 'files.restored',
      actorId: userOf(request).id,
      userId: null,
      ...callerOf(request),
    });
    return undefined;
  });
};
