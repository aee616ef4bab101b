import { z } from 'zod';
import type { ErrorCode } from './error-codes.ts';
import { isOriginAlone, storagePatterns } from './patterns.ts';

const endpointSentence = 'Enter an endpoint like https://s3.example.com, with nothing after it.';
const keySentence = 'Enter the key exactly as the provider shows it, without spaces.';
const key = z
  .string('Enter text.')
  .trim()
  .max(300, { error: 'A key can have at most 300 characters.', abort: true });

/** Fields of object storage in forms, by the names of the settings. */
export const s3Fields = {
  /** Empty: Amazon's of the region. */
  s3_endpoint: z
    .union(
      [
        z.literal(''),
        z
          .string()
          .max(320, { abort: true })
          .refine(isOriginAlone, { abort: true })
          .transform((text) => new URL(text).origin),
      ],
      endpointSentence,
    )
    .default(''),
  /** One of `s3Regions`, or what another provider calls its own. */
  s3_region: z
    .string('Enter text.')
    .trim()
    .max(63, { error: 'Enter a region like eu-central-1.', abort: true })
    .regex(storagePatterns.region, 'Enter a region like eu-central-1.')
    .default('us-east-1'),
  s3_bucket: z
    .string('Enter the bucket name.')
    .trim()
    .max(63, { error: 'Bucket names have 2 to 63 letters, digits, dots and hyphens.', abort: true })
    .regex(storagePatterns.bucket, 'Bucket names have 2 to 63 letters, digits, dots and hyphens.'),
  s3_access_key: key.regex(storagePatterns.key, keySentence),
  /** Left out, null or empty: the one that is kept. */
  s3_secret_key: z
    .union([z.null(), z.literal(''), key.regex(storagePatterns.key)], keySentence)
    .default(null),
  /** The bucket stands in the path of addresses; null: everywhere but at Amazon. */
  s3_path_style: z.boolean('Choose on or off.').nullable().default(null),
  /** Empty, or folders that each end in a slash. */
  s3_prefix: z
    .string('Enter text.')
    .trim()
    .max(200, { error: 'A prefix can have at most 200 characters.', abort: true })
    .regex(storagePatterns.prefix, 'A prefix consists of folders that each end in a slash, like holdall/.')
    .default(''),
} as const;

/** The storage of files. `disk`: the data directory of the one server that there is. */
export const storageForm = z.discriminatedUnion(
  'storage_driver',
  [
    z.strictObject({ storage_driver: z.literal('disk') }),
    z.strictObject({ storage_driver: z.literal('s3'), ...s3Fields }),
  ],
  'Choose disk or s3.',
);
export type StorageForm = z.output<typeof storageForm>;
/** The form as it is sent. */
export type SentStorageForm = z.input<typeof storageForm>;

/** Reasons for which object storage does not work, each with its sentence and translation (`errors.<code>`). */
export const storageFaultCodes = [
  'object_storage.unknown_host',
  'object_storage.private_address',
  'object_storage.unreachable',
  'object_storage.timeout',
  'object_storage.certificate',
  'object_storage.not_s3',
  'object_storage.no_bucket',
  'object_storage.wrong_region',
  'object_storage.access_key',
  'object_storage.secret_key',
  'object_storage.no_secret',
  'object_storage.clock',
  'object_storage.forbidden',
  'object_storage.full',
  'object_storage.busy',
  'object_storage.altered',
  'object_storage.taken',
  'object_storage.failed',
] as const satisfies readonly ErrorCode[];
