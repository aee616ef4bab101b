import { type KeyObject, verify } from 'node:crypto';
import { lineOfText } from '@holdall/contract/line-of-text';
import { z } from 'zod';

/** The content of a licence; further fields belong to the distributor. */
const payload = z.object({
  /** The holder. */
  holder: lineOfText.min(1).max(200),
  /** Expiry: a date, or a time. */
  expires: z.union([z.iso.date(), z.iso.datetime({ offset: true })]).optional(),
});

export type LicenceVerdict =
  | { readonly ok: true; readonly holder: string }
  | { readonly ok: false; readonly sentence: string };

const wrong: LicenceVerdict = {
  ok: false,
  sentence: 'This code isn’t right. Check that you copied all of it.',
};

const bytesOf = (part: string): Buffer | undefined =>
  /^[A-Za-z0-9_-]+$/.test(part) ? Buffer.from(part, 'base64url') : undefined;

/**
 * Verifies a signed licence offline: `base64url(JSON).base64url(signature of the first part's bytes)`.
 *
 * @param now milliseconds since 1970
 */
export const readLicence = (code: string, key: KeyObject, now: number): LicenceVerdict => {
  // Mail programs break long lines.
  const [head, tail, ...more] = code.replaceAll(/\s/g, '').split('.');
  const said = bytesOf(head ?? '');
  const signature = bytesOf(tail ?? '');
  if (said === undefined || signature === undefined || more.length > 0) return wrong;
  if (!verify(null, said, key, signature)) return wrong;
  try {
    const { holder, expires } = payload.parse(JSON.parse(said.toString('utf8')));
    if (expires !== undefined && Date.parse(expires) < now)
      return { ok: false, sentence: 'This code has expired.' };
    return { ok: true, holder };
  } catch {
    return wrong;
  }
};
