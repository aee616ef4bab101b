import { createHash, timingSafeEqual } from 'node:crypto';
import { type Permit, type PusherIdentity, signPermit } from '#lib/pusher-signature.ts';

/** Milliseconds between two checks whether the sessions of connections are alive. */
export const checkEveryMs = 3_000;

/** Returns the application key, which is public and derived from the secret. */
export const appKeyOf = (secret: string): string =>
  createHash('sha256').update(`realtime key of ${secret}`).digest('hex').slice(0, 20);

/** Returns the identity of this installation's own hub. */
export const identityOf = (secret: string): PusherIdentity => ({ key: appKeyOf(secret), secret });

/** Tells whether `auth` is the result of `signPermit`, in constant time. */
export const isSigned = (secret: string, permit: Permit, auth: string): boolean => {
  const [given, right] = [Buffer.from(auth), Buffer.from(signPermit(identityOf(secret), permit))];
  return given.length === right.length && timingSafeEqual(given, right);
};

/**
 * Returns the user id that a connection to another service signs in with, so that it can be ended together with its
 * session or link. It reveals neither.
 */
export const connectionOwner = (of: { readonly session: string } | { readonly linkId: string }): string =>
  createHash('sha256')
    .update('session' in of ? `realtime session ${of.session}` : `realtime link ${of.linkId}`)
    .digest('hex')
    .slice(0, 32);
