import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { openDatabase } from '#db/open-database.ts';
import { testServerUrl } from '#testing/test-database.ts';

export interface OwnPostgres {
  /** Names the database and the role, which may do nothing in it but sign in. */
  readonly name: string;
  readonly host: string;
  readonly port: number;
  /** The address of the database for a role; the server's own superuser unless another is named. */
  url(user?: string, password?: string): string;
  /** Opens it as the superuser. It is closed with the rest. */
  open(): Db;
  drop(): Promise<void>;
}

/** A database on the server of the run with a role of its own. */
export const createOwnPostgres = async (): Promise<OwnPostgres> => {
  const server = testServerUrl();
  const name = `holdall_${randomBytes(6).toString('hex')}`;
  const admin = openDatabase({ kind: 'postgres', url: server, poolSize: 1 });
  await sql`create database ${sql.id(name)}`.execute(admin);
  await sql`create role ${sql.id(name)} login`.execute(admin);
  const { hostname, port } = new URL(server);
  const opened: Db[] = [];
  const url = (user?: string, password = ''): string => {
    const address = new URL(server);
    address.pathname = `/${name}`;
    if (user !== undefined) address.username = user;
    address.password = encodeURIComponent(password);
    return address.href;
  };
  return {
    name,
    host: hostname,
    port: Number(port === '' ? 5432 : port),
    url,
    open: () => {
      const db = openDatabase({ kind: 'postgres', url: url(), poolSize: 2 });
      opened.push(db);
      return db;
    },
    drop: async () => {
      for (const db of opened) await db.destroy();
      await sql`drop database ${sql.id(name)} with (force)`.execute(admin);
      await sql`drop role ${sql.id(name)}`.execute(admin);
      await admin.destroy();
    },
  };
};
