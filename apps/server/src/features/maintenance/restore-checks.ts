import { join } from 'node:path';
import { sqliteFile } from '#db/snapshot.ts';
import { sha256OfFile } from '#lib/file-sha256.ts';
import type { AgeIdentity } from '#lib/age-keys.ts';
import { fingerprintOf } from './backup-folder.ts';
import { blobList, encryptedSuffix, type Manifest, signatureFile } from './backup.types.ts';
import { examineSignature } from './manifest-signature.ts';
import { keyOfBackup } from './manifests.ts';
import { refuse, type RestoreTarget } from './restore-target.ts';
import type { Proof } from './restore.types.ts';

/** Compares the files of a backup with its manifest. @throws RestoreRefusedError */
export const checkFiles = async (
  folder: string,
  { files, database, encrypted_to: recipient }: Manifest,
): Promise<void> => {
  const rows = recipient === undefined ? sqliteFile : sqliteFile + encryptedSuffix;
  const needed = database === 'sqlite' ? [blobList, rows] : [blobList];
  for (const name of needed)
    if (!files.some((file) => file.name === name))
      refuse(`The backup is damaged: its manifest does not name ${name}.`);
  for (const { name, sha256 } of files) {
    const found = await sha256OfFile(join(folder, name)).catch(() => undefined);
    if (found !== sha256) refuse(`The backup is damaged: ${join(folder, name)} is not what was saved.`);
  }
};

/**
 * Checks the origin of a manifest. Versions that encrypt have always signed, so an encrypted backup without a
 * signature, or without the key that it claims to contain, is refused.
 *
 * @returns the proof of the origin
 * @throws RestoreRefusedError
 */
export const checkSignature = async (
  { root, identities }: { readonly root: string; readonly identities: readonly AgeIdentity[] },
  { name, encrypted_to: recipient, holds_secret_key: holdsKey }: Manifest,
  target: RestoreTarget,
): Promise<Proof> => {
  const key = target.secretKey ?? keyOfBackup(root, name, identities);
  const authenticity = await examineSignature(root, name, key);
  if (authenticity === 'altered')
    refuse(
      `The manifest of ${name} was changed after the backup was made: its signature is another one. Restore another backup.`,
    );
  if (recipient !== undefined && authenticity === 'unsigned')
    refuse(
      `The backup ${name} has no signature: ${signatureFile} is missing, and every encrypted backup has one. Restore another backup.`,
    );
  // A manifest that names another key than the enclosed one would pass for a backup whose key is elsewhere.
  if (recipient !== undefined && authenticity === 'unknown' && holdsKey && target.secretKey === undefined)
    refuse('The backup is damaged: the secret key in it is not what was saved.');
  if (authenticity !== 'signed') return 'none';
  return target.secretKey === undefined ? 'enclosed' : 'own';
};

/** @throws RestoreRefusedError if sealed secrets could not be opened */
export const checkKey = (manifest: Manifest, { secretKey }: RestoreTarget, otherKey: boolean): void => {
  if (otherKey || (secretKey === undefined && manifest.holds_secret_key)) return;
  if (secretKey !== undefined && fingerprintOf(secretKey) === manifest.secret_key) return;
  refuse(
    'The backup was made with another secret key: second factors, waiting mails and passwords of other services could not be read. Set HOLDALL_SECRET_KEY to the key of then, or add --other-key to go on without them.',
  );
};
