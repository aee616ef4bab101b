import type { StorageForm } from '@holdall/contract/object-storage';
import { AppError, invalidField } from '#lib/app-error.ts';
import { errorMessages } from '@holdall/contract/messages/en.errors';
import { BlobStoreError } from '#ports/blob-store.ts';
import type { StorageFailure, StorageTrial } from '#ports/object-storage.ts';

/** Thrown when a store cannot be opened here. Its message is a sentence for the operator. */
export class StoreUnavailableError extends BlobStoreError {
  override readonly name = 'StoreUnavailableError';
}

/** Files are on the disk of another server. @param whose its name @param node the name of this one */
export const otherDisk = (whose: string, node: string): StoreUnavailableError =>
  new StoreUnavailableError(
    `Files are kept on the disk of another server: its node-id is ${whose}, the one of this data directory ${node}. Use that data directory. If this is the one, with all files and a new name, write ${whose} into its file node-id.`,
  );

/** Returns a sentence about files that were left on the disk of another server. @param whose its name */
export const formerDisk = (whose: string): string =>
  `Files are still on the disk of a server that does not run (its node-id is ${whose}), and cannot be read. Start it: if there are no more than 200, it moves them by itself; otherwise run \`holdall migrate-blobs --to s3\` there. If that disk is lost, run \`holdall migrate-blobs --to s3 --source-gone\` here.`;

type Field = keyof Extract<StorageForm, { storage_driver: 's3' }>;

/** The field of the form that causes each failure. */
const fields: Readonly<Record<StorageFailure, Field>> = {
  unknown_host: 's3_endpoint',
  private_address: 's3_endpoint',
  unreachable: 's3_endpoint',
  timeout: 's3_endpoint',
  certificate: 's3_endpoint',
  not_s3: 's3_endpoint',
  no_bucket: 's3_bucket',
  wrong_region: 's3_region',
  access_key: 's3_access_key',
  secret_key: 's3_secret_key',
  clock: 's3_endpoint',
  forbidden: 's3_access_key',
  full: 's3_bucket',
  busy: 's3_endpoint',
  altered: 's3_endpoint',
  failed: 's3_endpoint',
};

const faultOf = (reason: StorageFailure | 'no_secret' | 'taken'): AppError => {
  const field = { ...fields, no_secret: 's3_secret_key', taken: 's3_bucket' }[reason];
  const code = `object_storage.${reason}` as const;
  return new AppError(code, { errors: { [field]: [errorMessages[`errors.${code}`]] } });
};

/** Returns the error of a failed trial, naming the field at fault; undefined for a successful one. */
export const storageFault = (trial: StorageTrial): AppError | undefined =>
  trial.works ? undefined : faultOf(trial.reason);

/** The stored secret key is for another endpoint or access key, or there is none. */
export const noSecret = (): AppError => faultOf('no_secret');

/** The bucket has files of another installation. */
export const bucketTaken = (): AppError => faultOf('taken');

/** Returns a sentence for the operator that says why object storage cannot be used. */
export const storageSentence = (trial: Extract<StorageTrial, { works: false }>): string => {
  const sentence = errorMessages[`errors.object_storage.${trial.reason}`];
  return `${sentence} (It failed at this step: ${trial.step}.)`;
};

/** Other servers would not see the files on this one's disk. */
export const oneDisk = (): AppError =>
  invalidField(
    'storage_driver',
    'Several servers are running, and only one of them could see files on its disk.',
  );

export const diskFault = (cause: unknown): AppError => {
  const { details } = invalidField('storage_driver', 'The server can’t write to its data directory.');
  return new AppError('request.invalid', { ...details, cause });
};
