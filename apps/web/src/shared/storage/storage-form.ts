import type { SettingValue } from '@holdall/contract/admin-settings';
import type { SentStorageForm } from '@holdall/contract/object-storage';
import { isOriginAlone, storagePatterns } from '@holdall/contract/patterns';
import { ApiError } from '#shared/api/api-error.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { text } from '#shared/i18n/messages.ts';

/** Position of the bucket in addresses: automatic for known services, in the path, or in the host's name. */
export const pathStyles = ['auto', 'path', 'host'] as const;
export type PathStyle = (typeof pathStyles)[number];

const drivers = ['disk', 's3'] as const;

/** Returns the kinds of storage as cards. */
export const storageDriverChoices = () =>
  drivers.map((value) => ({
    value,
    title: text(`environment.storage.${value}`),
    text: text(`environment.storage.${value}_help`),
  }));

/** The storage of files in a form; fields are called like the settings. */
export interface StorageDraft {
  readonly storage_driver: (typeof drivers)[number];
  readonly s3_endpoint: string;
  readonly s3_region: string;
  readonly s3_bucket: string;
  readonly s3_access_key: string;
  /** Empty: the one that is kept. */
  readonly s3_secret_key: string;
  readonly s3_path_style: PathStyle;
  readonly s3_prefix: string;
}

/** Sentences about fields, by their names. */
type StorageFaults = Readonly<Partial<Record<keyof StorageDraft, string>>>;

const textOf = (value: SettingValue | undefined): string => (typeof value === 'string' ? value : '');

/** Returns the form of the server's settings; a secret that is kept is never shown. */
export const storageDraft = (kept: Readonly<Record<string, SettingValue | undefined>>): StorageDraft => ({
  storage_driver: kept['storage_driver'] === 's3' ? 's3' : 'disk',
  s3_endpoint: textOf(kept['s3_endpoint']),
  s3_region: textOf(kept['s3_region']) || 'us-east-1',
  s3_bucket: textOf(kept['s3_bucket']),
  s3_access_key: textOf(kept['s3_access_key']),
  s3_secret_key: '',
  s3_path_style:
    typeof kept['s3_path_style'] === 'boolean' ? (kept['s3_path_style'] ? 'path' : 'host') : 'auto',
  s3_prefix: textOf(kept['s3_prefix']),
});

/** Returns the request body of a form. */
export const sentStorage = (draft: StorageDraft): SentStorageForm =>
  draft.storage_driver === 'disk'
    ? { storage_driver: 'disk' }
    : {
        storage_driver: 's3',
        s3_endpoint: draft.s3_endpoint.trim(),
        s3_region: draft.s3_region.trim(),
        s3_bucket: draft.s3_bucket.trim(),
        s3_access_key: draft.s3_access_key.trim(),
        s3_secret_key: draft.s3_secret_key.trim() || null,
        s3_path_style: draft.s3_path_style === 'auto' ? null : draft.s3_path_style === 'path',
        s3_prefix: draft.s3_prefix.trim(),
      };

const isEndpoint = (written: string): boolean => {
  try {
    return written === '' || isOriginAlone(written);
  } catch {
    return false;
  }
};

/**
 * Returns the faults of a form before it is sent.
 *
 * @param hasSecret whether the server keeps a secret key already
 */
export const checkStorage = (draft: StorageDraft, hasSecret: boolean): StorageFaults => {
  if (draft.storage_driver === 'disk') return {};
  const [bucket, access, secret] = [draft.s3_bucket, draft.s3_access_key, draft.s3_secret_key].map(
    (written) => written.trim(),
  ) as [string, string, string];
  const faults: Record<string, string | false> = {
    s3_endpoint: !isEndpoint(draft.s3_endpoint.trim()) && text('environment.endpoint_invalid'),
    s3_region: !storagePatterns.region.test(draft.s3_region.trim()) && text('environment.region_invalid'),
    s3_bucket:
      (bucket === '' && text('environment.bucket_missing')) ||
      (!storagePatterns.bucket.test(bucket) && text('environment.bucket_invalid')),
    s3_access_key:
      (access === '' && text('environment.key_missing')) ||
      (!storagePatterns.key.test(access) && text('environment.key_invalid')),
    s3_secret_key:
      (secret === '' && !hasSecret && text('environment.key_missing')) ||
      (secret !== '' && !storagePatterns.key.test(secret) && text('environment.key_invalid')),
    s3_prefix: !storagePatterns.prefix.test(draft.s3_prefix.trim()) && text('environment.prefix_invalid'),
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== false));
};

/** Returns the server's objections to the fields of a form. Findings of its trial are translated by their codes. */
export const storageFaults = (error: unknown): StorageFaults => {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    Object.entries(error.errors).map(([name, [sentence]]) => [
      name,
      error.code.startsWith('object_storage.') ? errorText(error) : sentence,
    ]),
  );
};
