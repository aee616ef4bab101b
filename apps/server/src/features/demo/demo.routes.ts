import { openDemo } from '@holdall/contract/demo';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerOf } from '#http/caller.ts';
import { register } from '#http/register.ts';
import { clearChallengeCookie, sessionTokenOf, setSessionCookie } from '#http/session-cookie.ts';
import { AppError } from '#lib/app-error.ts';
import type { DemoService } from './demo.service.ts';

export interface DemoRouteDeps {
  readonly demo: DemoService;
  /** True if the demo is open. */
  readonly isOn: boolean;
  /** Tells whether the request reached this server by HTTPS. */
  readonly isHttps: (request: FastifyRequest) => boolean;
}

/** Registers the call that opens a demo; if it is off, the path does not exist. */
export const registerDemoRoutes = (app: FastifyInstance, { demo, isOn, isHttps }: DemoRouteDeps): void => {
  register(app, openDemo, async ({ request, reply }) => {
    if (!isOn) throw new AppError('request.not_found');
    const https = isHttps(request);
    const { session, until } = await demo.open(callerOf(request), sessionTokenOf(request, https));
    clearChallengeCookie(reply, https);
    setSessionCookie(reply, https, session);
    return { until: new Date(until).toISOString() };
  });
};
