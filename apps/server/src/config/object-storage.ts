import { isOriginAlone, storagePatterns } from '@holdall/contract/patterns';
import { z } from 'zod';
import { bucketLocation } from '#lib/bucket-location.ts';

const bucket = z
  .string()
  .regex(storagePatterns.bucket, 'must be the name of a bucket: letters, digits, dots and hyphens');

const region = z.string().regex(storagePatterns.region, 'must be the name of a region, such as eu-central-1');

const endpoint = z
  .url({ protocol: /^https?$/, error: 'must look like https://s3.example.com' })
  .refine(isOriginAlone, 'must be an address without path, query and user')
  .transform((text) => new URL(text).origin);

const prefix = z
  .string()
  .regex(storagePatterns.prefix, 'must be folders that each end in a slash, such as holdall/');

const printable = z
  .string()
  .regex(storagePatterns.key, 'must be the key as the provider shows it, without spaces');

/** A switch in the environment or in `config.json`. */
const flag = z.union(
  [z.boolean(), z.stringbool({ truthy: ['true', '1', 'yes'], falsy: ['false', '0', 'no'] })],
  'must be true or false',
);

/** The object storage by the names of `config.json`; absent: files are in the data directory. */
export const objectStorageFields = {
  s3Bucket: bucket.optional(),
  s3AccessKey: printable.optional(),
  s3SecretKey: printable.optional(),
  s3Region: region.default('us-east-1'),
  /** Absent: Amazon's of the region. */
  s3Endpoint: endpoint.optional(),
  /** Absent: for every endpoint but Amazon's. */
  s3PathStyle: flag.optional(),
  s3Prefix: prefix.default(''),
  /** Downloads through the server, or straight from the storage; absent: by the settings. */
  s3Downloads: z.enum(['proxy', 'direct'], 'must be proxy or direct').optional(),
} as const;

const fields = z.object(objectStorageFields);
export type ObjectStorageFields = z.output<typeof fields>;

export const objectStorageNames = {
  s3Bucket: 'HOLDALL_S3_BUCKET',
  s3AccessKey: 'HOLDALL_S3_ACCESS_KEY',
  s3SecretKey: 'HOLDALL_S3_SECRET_KEY',
  s3Region: 'HOLDALL_S3_REGION',
  s3Endpoint: 'HOLDALL_S3_ENDPOINT',
  s3PathStyle: 'HOLDALL_S3_PATH_STYLE',
  s3Prefix: 'HOLDALL_S3_PREFIX',
  s3Downloads: 'HOLDALL_S3_DOWNLOADS',
} as const satisfies Record<keyof ObjectStorageFields, `HOLDALL_S3_${string}`>;

/** Names a file that holds the secret key, which is then in no list of the environment. */
export const secretKeyFileName = 'HOLDALL_S3_SECRET_KEY_FILE';

/** Returns the missing one of three fields that belong together, where only a part of them is set. */
export const missingOf = ({
  s3Bucket,
  s3AccessKey,
  s3SecretKey,
}: ObjectStorageFields): string | undefined => {
  const three = { s3Bucket, s3AccessKey, s3SecretKey };
  const absent = Object.entries(three).filter(([, value]) => value === undefined);
  const [first] = absent;
  if (first === undefined || absent.length === 3) return undefined;
  return objectStorageNames[first[0] as keyof typeof three];
};

/** The bucket of the operator; undefined where none is named. */
export const objectStorageOf = (config: ObjectStorageFields) => {
  const { s3Bucket, s3AccessKey, s3SecretKey, s3Region, s3Endpoint, s3PathStyle, s3Prefix } = config;
  if (s3Bucket === undefined || s3AccessKey === undefined || s3SecretKey === undefined) return undefined;
  return {
    ...bucketLocation({ endpoint: s3Endpoint, region: s3Region, bucket: s3Bucket, pathStyle: s3PathStyle }),
    accessKey: s3AccessKey,
    secretKey: s3SecretKey,
    prefix: s3Prefix,
    trusted: true,
  };
};
