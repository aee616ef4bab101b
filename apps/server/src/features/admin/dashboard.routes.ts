import { getDashboard } from '@holdall/contract/admin-server';
import type { FastifyInstance } from 'fastify';
import { register } from '#http/register.ts';
import { presentDashboard } from './dashboard.present.ts';
import type { ReadDashboard } from './dashboard.ts';

export interface DashboardRouteDeps {
  readonly admin: { readonly readDashboard: ReadDashboard };
  readonly version: string;
}

export const registerDashboardRoutes = (
  app: FastifyInstance,
  { admin, version }: DashboardRouteDeps,
): void => {
  register(app, getDashboard, async () => presentDashboard(await admin.readDashboard(), { version }));
};
