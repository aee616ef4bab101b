import { z } from 'zod';
import type { StoreRow } from '#db/tables/storage.ts';
import { contextOf } from '#features/settings/index.ts';
import { isSameBucket } from '#lib/bucket-location.ts';
import type { ObjectStorage } from '#ports/object-storage.ts';
import { type Sealer, UnsealableError } from '#ports/sealer.ts';
import { StoreUnavailableError } from './storage.errors.ts';
import { isSameLocation } from './storage.rules.ts';
import type { StoreLocation } from './storage.types.ts';

/** The key is sealed for this purpose, because the setting of the same name has the same text. */
const keyContext = contextOf('s3_secret_key');
/** The purpose for which earlier versions sealed the whole source of a move. */
const moveContext = 'storage_move';

const bucketSchema = z.strictObject({
  endpoint: z.string(),
  region: z.string(),
  bucket: z.string(),
  accessKey: z.string(),
  secretKey: z.string(),
  pathStyle: z.boolean(),
  prefix: z.string(),
  trusted: z.boolean(),
});
const configSchema = z.union([bucketSchema, z.strictObject({ sealed: z.string() })]);

export interface ConfigDeps {
  readonly sealer: Sealer;
  /** The bucket of the operator's configuration, whose keys take precedence. */
  readonly operator: ObjectStorage | undefined;
}

const unreadable = (bucket: string): StoreUnavailableError =>
  new StoreUnavailableError(
    `Files are kept in the bucket ${bucket}, whose secret key cannot be opened with this server's secret key. Bring back the key (secret.key, or HOLDALL_SECRET_KEY), or set HOLDALL_S3_BUCKET, HOLDALL_S3_ACCESS_KEY and HOLDALL_S3_SECRET_KEY.`,
  );
const keyless = (bucket: string): StoreUnavailableError =>
  new StoreUnavailableError(
    `Files are kept in the bucket ${bucket}, but its keys are not there. Set HOLDALL_S3_BUCKET, HOLDALL_S3_ACCESS_KEY and HOLDALL_S3_SECRET_KEY, with the endpoint and the prefix as they were.`,
  );

/** @param bucket its name, for the sentence that says what cannot be opened */
const unseal = (open: () => string, bucket: string): string => {
  try {
    return open();
  } catch (error) {
    throw error instanceof UnsealableError ? unreadable(bucket) : error;
  }
};

/** Reads the configuration of a bucket. Its secret key is sealed still, unless all of it was. */
const bucketOf = (config: string, sealer: Sealer): { bucket: ObjectStorage; isSealed: boolean } => {
  const read = configSchema.parse(JSON.parse(config));
  if (!('sealed' in read)) return { bucket: read, isSealed: true };
  const text = unseal(() => sealer.open(read.sealed, moveContext), 'that is left');
  return { bucket: bucketSchema.parse(JSON.parse(text)), isSealed: false };
};

/** Returns the location of a store without its keys. @throws StoreUnavailableError */
export const locationOf = ({ kind, config }: StoreRow, { sealer }: ConfigDeps): StoreLocation => {
  if (kind === 'disk') return { kind };
  return { kind, bucket: { ...bucketOf(config, sealer).bucket, accessKey: '', secretKey: '' } };
};

/** Tells whether a store is in a location. */
export const isAtLocation = (row: StoreRow, location: StoreLocation, deps: ConfigDeps): boolean => {
  try {
    return isSameLocation(locationOf(row, deps), location);
  } catch (error) {
    // Lost keys must not prevent choosing another store.
    if (error instanceof StoreUnavailableError) return false;
    throw error;
  }
};

/** Returns the location of a store with its keys. @throws StoreUnavailableError where they are missing */
export const openableLocationOf = (
  { kind, config }: StoreRow,
  { sealer, operator }: ConfigDeps,
): StoreLocation => {
  if (kind === 'disk') return { kind };
  const { bucket, isSealed } = bucketOf(config, sealer);
  if (operator !== undefined && isSameBucket(operator, bucket)) return { kind, bucket: operator };
  if (bucket.accessKey === '' || bucket.secretKey === '') {
    // The operator's configuration named this bucket before: the same keys may open it.
    if (operator === undefined) throw keyless(bucket.bucket);
    const { accessKey, secretKey } = operator;
    return { kind, bucket: { ...bucket, accessKey, secretKey } };
  }
  const secretKey = isSealed
    ? unseal(() => sealer.open(bucket.secretKey, keyContext), bucket.bucket)
    : bucket.secretKey;
  return { kind, bucket: { ...bucket, secretKey } };
};

/**
 * Returns the configuration of a store in a location.
 *
 * @param sealer seals the keys; undefined: they stay in the operator's configuration
 */
export const configOf = (location: StoreLocation, sealer: Sealer | undefined): string => {
  if (location.kind === 'disk') return '{}';
  const { accessKey, secretKey, ...bucket } = location.bucket;
  const keys =
    sealer === undefined
      ? { accessKey: '', secretKey: '' }
      : { accessKey, secretKey: sealer.seal(secretKey, keyContext) };
  return JSON.stringify({ ...bucket, ...keys });
};
