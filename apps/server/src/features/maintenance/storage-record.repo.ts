import type { Trx } from '#db/database.ts';
import type { ObjectStorage } from '#ports/object-storage.ts';

/** Returns the settings for a store of files, without the operator's keys, which stay in the environment. */
const settingsOf = (operator: ObjectStorage | undefined): Readonly<Record<string, unknown>> =>
  operator === undefined
    ? { storage_driver: 'disk' }
    : {
        storage_driver: 's3',
        s3_endpoint: operator.endpoint,
        s3_region: operator.region,
        s3_bucket: operator.bucket,
        s3_access_key: '',
        s3_secret_key: '',
        s3_path_style: operator.pathStyle,
        s3_prefix: operator.prefix,
      };

/** Records the settings of the store of files after a restore. @param operator undefined for the disk */
export const recordStorage = async (trx: Trx, operator: ObjectStorage | undefined): Promise<void> => {
  for (const [name, value] of Object.entries(settingsOf(operator))) {
    const row = { value: JSON.stringify(value), updated_at: 0 };
    await trx
      .insertInto('settings')
      .values({ name, ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute();
  }
};
