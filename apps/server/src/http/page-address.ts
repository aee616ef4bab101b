import { errorMessages } from '@holdall/contract/messages/en.errors';
import type { FastifyRequest } from 'fastify';
import { ownOriginOf } from '#http/own-origin.ts';
import { AppError } from '#lib/app-error.ts';

const isLocal = ({ hostname }: URL): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/**
 * Tells whether sign-in would still work from the page that sends a request if `url` were the public address:
 * its calls would count as same-site, and a browser would return its cookie.
 *
 * @param url an origin; empty: the origin of requests
 */
export const isWithinReach = (request: FastifyRequest, url: string): boolean => {
  const own = ownOriginOf(request);
  const { origin = own } = request.headers;
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  const keepsCookies = !url.startsWith('https:') || page.protocol === 'https:' || isLocal(page);
  return keepsCookies && (origin === own || origin === url);
};

/** Returns the refusal of a public address under which sign-in from the current page would not work. */
export const addressAway = (): AppError =>
  new AppError('settings.address_unusable', {
    errors: { url: [errorMessages['errors.settings.address_unusable']] },
  });
