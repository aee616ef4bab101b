import { getStorage } from '@holdall/contract/storage';
import type { FastifyInstance } from 'fastify';
import { userOf } from '#http/actor.ts';
import { register } from '#http/register.ts';
import { presentStorage } from './usage.present.ts';
import type { UsageService } from './usage.service.ts';

export const registerUsageRoutes = (app: FastifyInstance, { usage }: { usage: UsageService }): void => {
  register(app, getStorage, async ({ request }) => presentStorage(await usage.getOwn(userOf(request))));
};
