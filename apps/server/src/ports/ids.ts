import { randomBytes, randomInt } from 'node:crypto';

/** The last id's time and counter: ids that one process makes are ordered even within a millisecond. */
let latest = { time: 0, counter: 0 };
const counterLimit = 0xfff;
/** Milliseconds: by less, clocks are put right all the time; by more, somebody has mended one that was wrong. */
const slack = 60_000;

const next = (now: number): { time: number; counter: number } => {
  // Begun in the lower half, so that an id tells nothing about how many came before it.
  if (now > latest.time || latest.time - now > slack)
    return { time: now, counter: randomInt((counterLimit + 1) / 2) };
  if (latest.counter < counterLimit) return { time: latest.time, counter: latest.counter + 1 };
  return { time: latest.time + 1, counter: 0 };
};

/**
 * A UUIDv7 (RFC 9562, sections 5.7 and 6.2): 48 bits of milliseconds, a 12-bit counter, 62 random bits.
 * It is behind those that this process made before, unless the clock was put back by more than a minute meanwhile.
 *
 * @param now milliseconds since 1970
 */
export const createId = (now: number): string => {
  latest = next(now);
  const bytes = randomBytes(16);
  bytes.writeUIntBE(latest.time, 0, 6);
  bytes.writeUInt16BE(0x7000 | latest.counter, 6);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

/** What sorts behind every id of an earlier millisecond, and before every one of this and later ones. */
export const firstIdOf = (time: number): string => {
  const hex = Math.max(0, time).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
};

/** Milliseconds since 1970 when an id was made. */
export const timeOfId = (id: string): number => Number.parseInt(`${id.slice(0, 8)}${id.slice(9, 13)}`, 16);
