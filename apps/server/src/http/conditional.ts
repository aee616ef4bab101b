/** The validators of a representation. */
export interface Validators {
  /** With its quotes; strong. */
  readonly etag: string;
  /** Milliseconds since 1970; undefined where there is no such date: then no date is compared. */
  readonly lastModified?: number;
}

export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

const single = (headers: RequestHeaders, name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
};

const entityTags = /(W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

const lists = (header: string, etag: string, weak: boolean): boolean => {
  if (header.trim() === '*') return true;
  return (header.match(entityTags) ?? []).some((tag) => tag === etag || (weak && tag === `W/${etag}`));
};

/** Tells whether the value of an `If-Match` names a representation (RFC 9110, section 13.1.1): by its tag, or by `*`. */
export const matchesTag = (ifMatch: string, etag: string): boolean => lists(ifMatch, etag, false);

/** Parses an HTTP date to whole seconds; undefined where it is invalid. */
const seconds = (date: string | undefined): number | undefined => {
  const parsed = date === undefined ? Number.NaN : Date.parse(date);
  return Number.isNaN(parsed) ? undefined : Math.floor(parsed / 1000);
};

const changeOf = ({ lastModified }: Validators): number | undefined =>
  lastModified === undefined ? undefined : Math.floor(lastModified / 1000);

/**
 * Evaluates the preconditions of a GET or HEAD in the order of RFC 9110, section 13.2.2.
 *
 * @returns `failed`: 412; `unchanged`: 304; `proceed`: answer as usual
 */
export const evaluateConditions = (
  headers: RequestHeaders,
  current: Validators,
): 'proceed' | 'unchanged' | 'failed' => {
  const changedAt = changeOf(current);
  const ifMatch = single(headers, 'if-match');
  if (ifMatch !== undefined) {
    if (!lists(ifMatch, current.etag, false)) return 'failed';
  } else {
    const since = seconds(single(headers, 'if-unmodified-since'));
    if (since !== undefined && changedAt !== undefined && changedAt > since) return 'failed';
  }
  const ifNoneMatch = single(headers, 'if-none-match');
  if (ifNoneMatch !== undefined) return lists(ifNoneMatch, current.etag, true) ? 'unchanged' : 'proceed';
  const since = seconds(single(headers, 'if-modified-since'));
  return since !== undefined && changedAt !== undefined && changedAt <= since ? 'unchanged' : 'proceed';
};

/**
 * Tells whether `Range` applies (RFC 9110, section 13.1.5): there is no `If-Range`, or it names the current
 * bytes. A date counts only where it is exact and old enough that no second change hides in it.
 */
export const rangeApplies = (headers: RequestHeaders, current: Validators, now: number): boolean => {
  const ifRange = single(headers, 'if-range')?.trim();
  if (ifRange === undefined) return true;
  if (ifRange.startsWith('"') || ifRange.startsWith('W/')) return ifRange === current.etag;
  const { lastModified } = current;
  return lastModified !== undefined && seconds(ifRange) === changeOf(current) && now - lastModified >= 60_000;
};
