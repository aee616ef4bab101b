import { openDemo } from '@holdall/contract/demo';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerOf } from '#http/caller.ts';
import { register } from '#http/register.ts';
import { clearChallengeCookie, sessionTokenOf, setSessionCookie } from '#http/session-cookie.ts';
import { AppError } from '#lib/app-error.ts';
import type { DemoService } from './demo.service.ts';

export interface DemoRouteDeps {
  readonly demo: DemoService;
  /** Whether anybody may try the application. */
  readonly isOn: boolean;
  /** Whether people reach this server by HTTPS. */
  readonly isHttps: (request: FastifyRequest) => boolean;
}

/** The way into the demo; where it is off there is no such address. */
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
