import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '#lib/file-sync.ts';
import { fingerprintOf } from './backup-folder.ts';
import { manifestName, manifestSchema, signatureFile } from './backup.types.ts';
import { folderOf } from './manifests.ts';

/**
 * The origin of a manifest: `signed` by this key; `unsigned`, as earlier versions left it; `unknown` if the key of
 * that time is not available; `altered` if it is, and did not sign this.
 */
export type Authenticity = 'signed' | 'unsigned' | 'unknown' | 'altered';

/**
 * Returns a manifest's signature: HMAC-SHA-256 by a key that is derived from the installation's. The manifest
 * contains all other checksums, so the signature covers the whole backup.
 */
export const signatureOf = (secretKey: Uint8Array, manifest: string): string => {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'holdall backup manifest', 32));
  return createHmac('sha256', key).update(manifest).digest('hex');
};

/** @param secretKey undefined if it is not available */
export const examineSignature = async (
  root: string,
  name: string,
  secretKey: Uint8Array | undefined,
): Promise<Authenticity> => {
  const folder = folderOf(root, name);
  const text = await readFile(join(folder, manifestName), 'utf8');
  const given = await readFile(join(folder, signatureFile), 'utf8').catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (given === undefined) return 'unsigned';
  const { secret_key: fingerprint } = manifestSchema.parse(JSON.parse(text));
  if (secretKey === undefined || fingerprintOf(secretKey) !== fingerprint) return 'unknown';
  const [left, right] = [Buffer.from(given.trim()), Buffer.from(signatureOf(secretKey, text))];
  return left.length === right.length && timingSafeEqual(left, right) ? 'signed' : 'altered';
};
