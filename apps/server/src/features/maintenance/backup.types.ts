import { z } from 'zod';
import { recipientShape } from '#lib/age-keys.ts';

const hex = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().min(0);

/** File names allowed in a manifest, so that none leads out of its folder; encrypted files end with `.age`. */
const fileName = z
  .string()
  .max(100, { abort: true })
  .regex(
    /^(blobs\.ndjson\.gz|(database\.sqlite|secret\.key|config\.json|tables\/[a-z_0-9]+\.ndjson\.gz)(\.age)?)$/,
  );
/** The pattern of backups' folder names, which sort by time. */
export const backupName = /^(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)(\d{3})z-[0-9a-f]{6}$/;

/** The schema of a backup's `manifest.json`. */
export const manifestSchema = z.object({
  /** 2: it is encrypted, so that versions which know only 1 refuse it. */
  format: z.literal([1, 2]),
  /** The name of its folder. */
  name: z.string().max(26, { abort: true }).regex(backupName),
  created_at: z.iso.datetime(),
  /** Holdall's version that made it. */
  version: z.string(),
  database: z.enum(['sqlite', 'postgres']),
  migrations: z.array(z.string()).min(1),
  /** SHA-256 of the secret key's SHA-256: a fingerprint that reveals nothing else. */
  secret_key: hex,
  /** True if the key itself is in the backup; otherwise the operator keeps it. */
  holds_secret_key: z.boolean(),
  /**
   * The public key that it is encrypted to, except for this file and the list of blobs; absent if it is not
   * encrypted.
   */
  encrypted_to: z.string().max(62, { abort: true }).regex(recipientShape).optional(),
  /** Every file of the backup except this one and the blobs, with its stored size and checksum. */
  files: z.array(z.object({ name: fileName, size: count, sha256: hex })),
  blobs: z.object({ count, bytes: count }),
  /** Blobs that could not be saved, because they are damaged or missing. */
  damaged: z.array(
    z.object({ key: z.string().regex(/^[0-9a-f]{32}$/), reason: z.enum(['absent', 'altered']) }),
  ),
});
export type Manifest = z.output<typeof manifestSchema>;

/** Earlier versions called the field of images `pictures`. */
const nameImages = (line: unknown): unknown =>
  typeof line === 'object' && line !== null && 'pictures' in line ? { ...line, images: line.pictures } : line;

/** One line of a backup's list of blobs. Size and SHA-256 are those of the stored bytes, which may be encrypted. */
export const savedBlob = z.preprocess(
  nameImages,
  z.object({
    key: z.string().regex(/^[0-9a-f]{32}$/),
    size: count,
    sha256: hex,
    /** True for an image, which has no SHA-256 in the database. */
    images: z.boolean(),
  }),
);
export type SavedBlob = z.output<typeof savedBlob>;

/** The summary of a backup. */
export interface BackupSummary {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly version: string;
  readonly database: Manifest['database'];
  /** The blobs that it refers to, which it shares with other backups. */
  readonly blobs: Manifest['blobs'];
  readonly damaged: number;
  /** True if restoring it needs an identity. */
  readonly encrypted: boolean;
}

/** The result of verifying a backup. */
export const verificationSchema = z.object({
  at: z.iso.datetime(),
  sound: z.boolean(),
  /** Files and blobs that are missing or altered. */
  faults: count,
  /** The first of them, as sentences. */
  examples: z.array(z.string()),
});
export type Verification = z.output<typeof verificationSchema>;

/** A backup with the result of its last verification. */
export interface ListedBackup extends BackupSummary {
  readonly verified: Verification | undefined;
}

/** The result of making a backup. */
export interface BackupResult extends BackupSummary {
  /** Blobs that no earlier backup had. */
  readonly added: Manifest['blobs'];
  /** The first of the files that could not be saved, as sentences. */
  readonly examples: readonly string[];
  /** The folder of the backup. */
  readonly folder: string;
  /** Names of older backups that were deleted. */
  readonly pruned: readonly string[];
  /** Names of older backups with damaged lists, because of which nothing was deleted. */
  readonly unsure: readonly string[];
  /** True if the clock is behind the latest backup's time, so that one of both times is wrong. */
  readonly clockBehind: boolean;
}

/** The file that lists a backup's blobs. */
export const blobList = 'blobs.ndjson.gz';
export const manifestName = 'manifest.json';
/** The file beside the manifest with its signature. */
export const signatureFile = 'manifest.hmac';
export const keyFile = 'secret.key';
export const configFile = 'config.json';
/** The file beside the manifest with the result of the last verification. */
export const verificationFile = 'verified.json';
/** The file with the keys of blobs that were missing or altered then, one a line. The next backup copies them again. */
export const faultyBlobs = 'faulty.txt';
/** The folder below a folder of backups that contains each backup's own files. */
export const snapshotsFolder = 'snapshots';
/** Suffix of encrypted files. */
export const encryptedSuffix = '.age';
/** Suffix of folders of unfinished backups. */
export const partialSuffix = '.partial';
