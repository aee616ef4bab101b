import type { Trx } from '#db/database.ts';
import type { ObjectStorage } from '#ports/object-storage.ts';

/** The settings that say where files are. The operator's keys stay where they are: in the environment. */
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

/** Says where files are that were put there from outside, and that none are on their way. @param operator undefined: on the disk */
export const recordStorage = async (trx: Trx, operator: ObjectStorage | undefined): Promise<void> => {
  await trx.deleteFrom('storage_moves').execute();
  await trx.deleteFrom('storage_readers').execute();
  // Whoever starts with these files says whose disk they are on.
  await trx.deleteFrom('settings').where('name', '=', 'note:storage_node').execute();
  for (const [name, value] of Object.entries(settingsOf(operator))) {
    const row = { value: JSON.stringify(value), updated_at: 0 };
    await trx
      .insertInto('settings')
      .values({ name, ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute();
  }
};
