import { errorMessages } from '@holdall/contract/messages/en.errors';
import type { FastifyRequest } from 'fastify';
import { ownOriginOf } from '#http/own-origin.ts';
import { AppError } from '#lib/app-error.ts';

const isLocal = ({ hostname }: URL): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/**
 * Whether people could still sign in where the page that sends a request stands, were `url` the public address: its
 * calls would be taken for ones of this site, and a browser would bring its cookie back.
 *
 * @param url an origin; empty: where requests come
 */
export const isWithinReach = (request: FastifyRequest, url: string): boolean => {
  const own = ownOriginOf(request);
  const { origin = own } = request.headers;
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  const keepsCookies = !url.startsWith('https:') || page.protocol === 'https:' || isLocal(page);
  return keepsCookies && (origin === own || origin === url);
};

/** The refusal of an address that nobody could sign in by any more, where the page stands. */
export const addressAway = (): AppError =>
  new AppError('settings.address_away', {
    errors: { url: [errorMessages['errors.settings.address_away']] },
  });
