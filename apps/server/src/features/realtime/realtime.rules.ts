import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Milliseconds between two looks at whether the sessions behind the connections are alive. */
export const lookEveryMs = 3_000;

/** What clients call this installation; public, and no way back to the secret. */
export const appKeyOf = (secret: string): string =>
  createHash('sha256').update(`realtime key of ${secret}`).digest('hex').slice(0, 20);

const signatureOf = (secret: string, { socketId, channel }: Permit): string =>
  createHmac('sha256', secret).update(`${socketId}:${channel}`).digest('hex');

/** One connection's wish to join one channel. */
export interface Permit {
  readonly socketId: string;
  readonly channel: string;
}

/** `auth` of a subscription, as the Pusher protocol has it: good for this connection and channel alone. */
export const signPermit = (secret: string, permit: Permit): string =>
  `${appKeyOf(secret)}:${signatureOf(secret, permit)}`;

/** Whether `auth` is what `signPermit` answers; takes as long for a near miss as for any other. */
export const isSigned = (secret: string, permit: Permit, auth: string): boolean => {
  const [given, right] = [Buffer.from(auth), Buffer.from(signPermit(secret, permit))];
  return given.length === right.length && timingSafeEqual(given, right);
};
