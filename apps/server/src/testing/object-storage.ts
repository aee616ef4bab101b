import { randomBytes } from 'node:crypto';
import { createOutbound } from '#adapters/outbound-net.ts';
import { createS3Client, type S3ClientOptions } from '#adapters/s3/s3-client.ts';
import { S3Error } from '#adapters/s3/s3-errors.ts';
import { systemClock } from '#ports/clock.ts';
import type { ObjectStorage } from '#ports/object-storage.ts';

const bucket = 'holdall-tests';

/** The object storage of this run of the tests: HOLDALL_TEST_S3_URL, as `http://key:secret@127.0.0.1:7480`. */
export const testObjectStorage = (): ObjectStorage => {
  const address = process.env['HOLDALL_TEST_S3_URL'];
  if (address === undefined) throw new Error('HOLDALL_TEST_S3_URL names no server');
  const { origin, username, password } = new URL(address);
  return {
    endpoint: origin,
    region: 'us-east-1',
    bucket,
    accessKey: username,
    secretKey: password,
    pathStyle: true,
    // Each test has its own names in the bucket that all share.
    prefix: `${randomBytes(8).toString('hex')}/`,
    trusted: true,
  };
};

/** Returns the options of a store with a prefix of its own. */
export const s3OptionsOf = (storage: ObjectStorage): S3ClientOptions => ({
  storage,
  outbound: createOutbound({ allowedPrivateHosts: [] }),
  clock: systemClock,
});

/** Makes the bucket of the tests, if it is not there. */
export const ensureTestBucket = async (): Promise<void> => {
  const client = createS3Client(s3OptionsOf(testObjectStorage()));
  try {
    await client.call({ method: 'PUT' });
  } catch (error) {
    if (!(error instanceof S3Error) || error.code !== 'BucketAlreadyOwnedByYou') throw error;
  } finally {
    client.close();
  }
};

/** A bucket as an operator's environment names it. */
export const environmentOfStorage = (storage: ObjectStorage): Record<string, string> => ({
  HOLDALL_S3_ENDPOINT: storage.endpoint,
  HOLDALL_S3_BUCKET: storage.bucket,
  HOLDALL_S3_ACCESS_KEY: storage.accessKey,
  HOLDALL_S3_SECRET_KEY: storage.secretKey,
  HOLDALL_S3_PREFIX: storage.prefix,
});
