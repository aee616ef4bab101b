import type { Db } from '#db/database.ts';
import { contextOf } from '#features/settings/index.ts';
import type { ObjectStorage } from '#ports/object-storage.ts';
import type { Sealer } from '#ports/sealer.ts';

/** A bucket at an address where nothing listens. */
export const unreachableBucket: ObjectStorage = {
  endpoint: 'http://127.0.0.1:9',
  region: 'eu-1',
  bucket: 'files',
  accessKey: 'key',
  secretKey: 'secret',
  pathStyle: true,
  prefix: '',
  trusted: true,
};

/** Records it as a bucket that files were migrated from. @returns its id */
export const leaveUnreachableBucket = async (db: Db, sealer: Sealer): Promise<string> => {
  const secretKey = sealer.seal(unreachableBucket.secretKey, contextOf('s3_secret_key'));
  const config = JSON.stringify({ ...unreachableBucket, secretKey });
  await db
    .insertInto('stores')
    .values({ id: 'former', kind: 's3', config, node_id: null, state: 'draining', created_at: 0 })
    .execute();
  return 'former';
};
