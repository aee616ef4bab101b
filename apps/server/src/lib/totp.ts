import { createHmac, timingSafeEqual } from 'node:crypto';
import { encodeBase32 } from '#lib/base32.ts';

/** RFC 6238 with what every authenticator app takes for granted: SHA-1, six digits, thirty seconds. */
const stepMs = 30_000;
const digits = 6;
/** Steps before and after now that count: clocks differ, and typing takes time. */
const tolerance = 1;

/** The step of time that a moment falls into. @param now milliseconds since 1970 */
const stepOf = (now: number): number => Math.floor(now / stepMs);

/** The code of one step (RFC 4226, section 5.3). */
const codeOfStep = (secret: Uint8Array, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits;
  return String(number).padStart(digits, '0');
};

/** The code that an authenticator app shows at a moment. @param now milliseconds since 1970 */
export const totpCode = (secret: Uint8Array, now: number): string => codeOfStep(secret, stepOf(now));

/**
 * Finds the time step of a code near a moment.
 *
 * @param now milliseconds since 1970
 * @returns the step, so that the caller can refuse its reuse; undefined for a wrong code
 */
export const matchTotp = (secret: Uint8Array, code: string, now: number): number | undefined => {
  const given = Buffer.from(code);
  const current = stepOf(now);
  let match: number | undefined;
  // All steps are tried, even after a match: the duration reveals nothing.
  for (let step = current - tolerance; step <= current + tolerance; step += 1) {
    const expected = Buffer.from(codeOfStep(secret, step));
    if (given.length === expected.length && timingSafeEqual(given, expected)) match = step;
  }
  return match;
};

/** The address that a QR code carries to an authenticator app. */
export const totpUri = ({
  secret,
  issuer,
  account,
}: {
  readonly secret: Uint8Array;
  /** The application's name, as the app lists it. */
  readonly issuer: string;
  readonly account: string;
}): string => {
  // A colon separates issuer and account, wherever it comes from.
  const name = issuer.replaceAll(':', ' ').trim();
  const label = `${encodeURIComponent(name)}:${encodeURIComponent(account)}`;
  const about = new URLSearchParams({
    secret: encodeBase32(secret),
    issuer: name,
    algorithm: 'SHA1',
    digits: String(digits),
    period: String(stepMs / 1000),
  });
  // Some apps show a plus sign literally.
  return `otpauth://totp/${label}?${about.toString().replaceAll('+', '%20')}`;
};
