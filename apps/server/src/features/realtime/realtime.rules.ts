import { createHash, timingSafeEqual } from 'node:crypto';
import { type Permit, type PusherIdentity, signPermit } from '#lib/pusher-signature.ts';

/** Milliseconds between two looks at whether the sessions behind the connections are alive. */
export const checkEveryMs = 3_000;

/** What clients call this installation; public, and no way back to the secret. */
export const appKeyOf = (secret: string): string =>
  createHash('sha256').update(`realtime key of ${secret}`).digest('hex').slice(0, 20);

/** By what clients know this installation's own hub. */
export const identityOf = (secret: string): PusherIdentity => ({ key: appKeyOf(secret), secret });

/** Whether `auth` is what `signPermit` answers; takes as long for a near miss as for any other. */
export const isSigned = (secret: string, permit: Permit, auth: string): boolean => {
  const [given, right] = [Buffer.from(auth), Buffer.from(signPermit(identityOf(secret), permit))];
  return given.length === right.length && timingSafeEqual(given, right);
};

/**
 * What a connection to another service signs in as, so that it can be ended with what it is of. It tells nothing of the
 * session or the link.
 */
export const connectionOwner = (of: { readonly session: string } | { readonly linkId: string }): string =>
  createHash('sha256')
    .update('session' in of ? `realtime session ${of.session}` : `realtime link ${of.linkId}`)
    .digest('hex')
    .slice(0, 32);
