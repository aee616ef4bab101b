import { openHostEnvironment, type HostEnvironment } from '#compose/host-environment.ts';
import { loadConfig } from '#config/load.ts';
import { environmentOf } from '#testing/spawn-server.ts';
import type { TestDatabase } from '#testing/test-database.ts';

/** As a server's of the data directory and the database of a test. */
export const createTestHostEnvironment = (
  dataDir: string,
  database: TestDatabase,
  {
    metricsToken = '',
    backupRecipient = '',
  }: { readonly metricsToken?: string | undefined; readonly backupRecipient?: string | undefined } = {},
): HostEnvironment => {
  const env = {
    PATH: process.env['PATH'],
    ...environmentOf(database, dataDir),
    HOLDALL_METRICS_TOKEN: metricsToken,
    HOLDALL_BACKUP_RECIPIENT: backupRecipient,
  };
  const { choice } = database;
  const place =
    choice.kind === 'sqlite' ? choice : { kind: choice.kind, url: choice.url, tls: undefined, ca: undefined };
  return openHostEnvironment(loadConfig(env, dataDir), { dataDir, place });
};
