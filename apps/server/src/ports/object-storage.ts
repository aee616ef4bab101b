/** Address and credentials of an S3-compatible store. */
export interface ObjectStorage {
  /** Origin, e.g. `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /**
   * True: the bucket is in the path, as most servers other than Amazon's need it. False: it is part of the host
   * name.
   */
  readonly pathStyle: boolean;
  /** Prefix of all object names: empty or ending in a slash, so that a bucket can be shared. */
  readonly prefix: string;
  /** Named by the operator outside the web interface: it may have a private address. */
  readonly trusted: boolean;
}

/** Reasons for which object storage cannot be used, as far as they can be told apart. */
export type StorageFailure =
  | 'unknown_host'
  | 'private_address'
  | 'unreachable'
  | 'timeout'
  | 'certificate'
  /** The other side does not speak S3. */
  | 'not_s3'
  | 'no_bucket'
  /** The bucket is in another region. */
  | 'wrong_region'
  | 'access_key'
  | 'secret_key'
  /** The clocks of both machines are too far apart. */
  | 'clock'
  | 'forbidden'
  | 'full'
  | 'busy'
  /** It gave back other bytes than it was given. */
  | 'altered'
  | 'failed';

/** Steps of a trial, each with a small object. */
export const storageSteps = ['write', 'read', 'list', 'join', 'delete'] as const;
export type StorageStep = (typeof storageSteps)[number];

export type StorageTrial =
  | { readonly works: true }
  | { readonly works: false; readonly step: StorageStep; readonly reason: StorageFailure };

/**
 * Tries a store by writing, reading, listing, joining and deleting small objects, and reports the failing step.
 * Never rejects.
 */
export type TryObjectStorage = (storage: ObjectStorage) => Promise<StorageTrial>;
