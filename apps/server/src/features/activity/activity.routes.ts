import { listActivity, listOwnActivity } from '@holdall/contract/activity';
import type { FastifyInstance } from 'fastify';
import { userOf } from '#http/actor.ts';
import { register } from '#http/register.ts';
import { presentLog, presentOwnLog } from './activity.present.ts';
import type { ActivityService } from './activity.service.ts';

export const registerActivityRoutes = (
  app: FastifyInstance,
  { activity }: { activity: ActivityService },
): void => {
  register(app, listOwnActivity, async ({ query, request }) => {
    const actor = userOf(request);
    return presentOwnLog(await activity.listOwn(actor, query), actor.id);
  });
  register(app, listActivity, async ({ query }) => presentLog(await activity.listAll(query)));
};
