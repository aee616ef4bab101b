import { z } from 'zod';
import { recipientShape } from '#lib/age-keys.ts';

const hex = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().min(0);

/** The names of files that a backup may have, so that no manifest leads out of its folder; `.age` ends those of encrypted ones. */
const fileName = z
  .string()
  .max(100, { abort: true })
  .regex(
    /^(blobs\.ndjson\.gz|(database\.sqlite|secret\.key|config\.json|tables\/[a-z_0-9]+\.ndjson\.gz)(\.age)?)$/,
  );
/** Names of backups, which are in the order of time; other folders are none. */
export const backupName = /^(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)(\d{3})z-[0-9a-f]{6}$/;

/** What a backup says of itself, as it is written into its `manifest.json`. */
export const manifestSchema = z.object({
  /** 2: it is encrypted, which versions that know 1 alone cannot restore. */
  format: z.literal([1, 2]),
  /** The name of its folder. */
  name: z.string().max(26, { abort: true }).regex(backupName),
  created_at: z.iso.datetime(),
  /** Holdall's version that made it. */
  version: z.string(),
  database: z.enum(['sqlite', 'postgres']),
  migrations: z.array(z.string()).min(1),
  /** SHA-256 of the secret key's own SHA-256: tells whether another key is the same one, and nothing else. */
  secret_key: hex,
  /** Whether the key itself is in the backup, or the operator's to keep. */
  holds_secret_key: z.boolean(),
  /** The public key that all of it is encrypted to but this file and the list of blobs; absent: it is not encrypted. */
  encrypted_to: z.string().max(62, { abort: true }).regex(recipientShape).optional(),
  /** Every file of the backup but this one and the blobs, as it lies there. */
  files: z.array(z.object({ name: fileName, size: count, sha256: hex })),
  blobs: z.object({ count, bytes: count }),
  /** What could not be saved, because it is damaged or gone. */
  damaged: z.array(
    z.object({ key: z.string().regex(/^[0-9a-f]{32}$/), reason: z.enum(['absent', 'altered']) }),
  ),
});
export type Manifest = z.output<typeof manifestSchema>;

/** One blob of a backup, a line of its list. Size and SHA-256 are those of the bytes that lie there: of an encrypted one, encrypted. */
export const savedBlob = z.object({
  key: z.string().regex(/^[0-9a-f]{32}$/),
  size: count,
  sha256: hex,
  /** Whether it holds pictures, of which no SHA-256 is on record. */
  pictures: z.boolean(),
});
export type SavedBlob = z.output<typeof savedBlob>;

/** A backup as it is listed. */
export interface BackupSummary {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly version: string;
  readonly database: Manifest['database'];
  /** Of the blobs that it refers to, which it shares with other backups. */
  readonly blobs: Manifest['blobs'];
  readonly damaged: number;
  /** Tells whether it takes an identity to restore it. */
  readonly encrypted: boolean;
}

/** What came of reading all of a backup again. */
export const verificationSchema = z.object({
  at: z.iso.datetime(),
  sound: z.boolean(),
  /** Files and blobs that are not there, or not as they were saved. */
  faults: count,
  /** The first of them, in words. */
  examples: z.array(z.string()),
});
export type Verification = z.output<typeof verificationSchema>;

/** A backup, and what came of reading it again. */
export interface ListedBackup extends BackupSummary {
  readonly verified: Verification | undefined;
}

/** What came of making a backup. */
export interface BackupResult extends BackupSummary {
  /** Blobs that no earlier backup had. */
  readonly added: Manifest['blobs'];
  /** The first of the files that could not be saved, in words. */
  readonly examples: readonly string[];
  /** Where it lies. */
  readonly folder: string;
  /** Names of older backups that have made room. */
  readonly pruned: readonly string[];
  /** Names of older backups that are damaged, so that nobody knows which blobs they need: nothing was dropped then. */
  readonly unsure: readonly string[];
  /** Whether the clock says that this one is older than the latest: one of both times is wrong. */
  readonly clockBehind: boolean;
}

/** The folder that a backup's blobs are listed in. */
export const blobList = 'blobs.ndjson.gz';
export const manifestName = 'manifest.json';
/** Beside the manifest: what proves that this installation wrote it. */
export const signatureFile = 'manifest.hmac';
export const keyFile = 'secret.key';
export const configFile = 'config.json';
/** Beside the manifest: what came of reading all of it again. */
export const verificationFile = 'verified.json';
/** Beside it: the blobs that were missing or altered then, the key of each on a line. The next backup copies them anew. */
export const faultyBlobs = 'faulty.txt';
/** Below a folder of backups: what each consists of. */
export const snapshotsFolder = 'snapshots';
/** Ends the names of encrypted files. */
export const encryptedSuffix = '.age';
/** Ends the names of folders in which a backup is being made. */
export const partialSuffix = '.partial';
