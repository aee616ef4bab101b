import { expirationHours, linkYearsMax } from '@holdall/contract/link-limits';

/** When a link ends: '' never, a number of hours from the specification’s list, or a moment in ISO 8601. */
export type LinkEnd = string;

export const never: LinkEnd = '';

export type Hours = (typeof expirationHours)[number];

/** Returns the hours that were chosen; undefined for a moment, and for a link that never ends. */
export const hoursOf = (end: LinkEnd): Hours | undefined =>
  expirationHours.find((hours) => String(hours) === end);

/** Returns the fields of the call that sets an end. */
export const endFields = (
  end: LinkEnd,
): { readonly expiration: Hours | null } | { readonly expires_at: string } => {
  const hours = hoursOf(end);
  return hours === undefined && end !== never ? { expires_at: end } : { expiration: hours ?? null };
};

const hour = 60 * 60_000;

/** Returns the moment of an end, hours counted from now; undefined for a link that never ends. */
export const momentOf = (end: LinkEnd, now: number): string | undefined => {
  if (end === never) return undefined;
  const hours = hoursOf(end);
  return hours === undefined ? end : new Date(now + hours * hour).toISOString();
};

const month = 30 * 24 * hour;

/** Returns the moment that is offered first: in a month, at a full hour. */
export const firstMoment = (now: number): string =>
  new Date(Math.ceil((now + month) / hour) * hour).toISOString();

/** Returns the last moment that can be chosen. */
export const lastMoment = (now: number): string =>
  new Date(now + linkYearsMax * 365 * 24 * hour).toISOString();
