import { randomBytes, randomInt } from 'node:crypto';

/** The last id's time and counter: ids that one process makes are ordered even within a millisecond. */
let latest = { time: 0, counter: 0 };
const counterLimit = 0xfff;
/** Milliseconds: clocks are regularly corrected by less; a larger step means that a wrong clock was set. */
const slack = 60_000;

const next = (now: number): { time: number; counter: number } => {
  // Counters begin in the lower half, so that an id does not reveal how many came before it.
  if (now > latest.time || latest.time - now > slack)
    return { time: now, counter: randomInt((counterLimit + 1) / 2) };
  if (latest.counter < counterLimit) return { time: latest.time, counter: latest.counter + 1 };
  return { time: latest.time + 1, counter: 0 };
};

/** Random bytes that are drawn at once: a system call costs more than its bytes. */
const drawnAtOnce = 4096;
/** Bytes of an id that are random. */
const randomLength = 8;
let drawn = Buffer.alloc(0);
let used = 0;

/** Returns random bytes that are used once. */
const draw = (): Buffer => {
  if (used + randomLength > drawn.length) {
    drawn = randomBytes(drawnAtOnce);
    used = 0;
  }
  used += randomLength;
  return drawn.subarray(used - randomLength, used);
};

/**
 * Returns a UUIDv7 (RFC 9562, sections 5.7 and 6.2): 48 bits of milliseconds, a 12-bit counter, 62 random bits.
 * It sorts after all earlier ids of this process, unless the clock was set back by more than a minute.
 *
 * @param now milliseconds since 1970
 */
export const createId = (now: number): string => {
  latest = next(now);
  const time = latest.time.toString(16).padStart(12, '0');
  const counter = (0x7000 | latest.counter).toString(16);
  const random = draw();
  random[0] = 0x80 | ((random[0] ?? 0) & 0x3f);
  const tail = random.toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-${counter}-${tail.slice(0, 4)}-${tail.slice(4)}`;
};

/**
 * Returns a bound that sorts after every id of an earlier millisecond, and before every one of this and later
 * ones.
 */
export const firstIdOf = (time: number): string => {
  const hex = Math.max(0, time).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
};

/** Milliseconds since 1970 when an id was made. */
export const timeOfId = (id: string): number => Number.parseInt(`${id.slice(0, 8)}${id.slice(9, 13)}`, 16);
