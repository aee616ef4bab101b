import type { ManagedUser } from '@holdall/contract/admin-users';
import { afterEach, beforeEach } from 'vitest';
import type { ActivityTable } from '#db/tables/activity.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '#testing/create-test-app.ts';
import { present } from '#testing/present.ts';

export interface AdminAnswer {
  readonly status: number;
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly errors: Record<string, string[]> | undefined;
  readonly data: ManagedUser;
  readonly body: string;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
type Call = (method: Method, url: string, payload?: object) => Promise<AdminAnswer>;

/** The server of the current test and its administrator; fresh for each test. */
export interface AdminHarness {
  readonly server: TestApp;
  /** The administrator's `Cookie` header. */
  readonly cookie: () => string;
  /** Calls as the administrator. */
  readonly call: Call;
  /** Calls with another `Cookie` header. */
  readonly by: (cookie: string) => Call;
  /** The id of a user of this address. */
  readonly idOf: (email: string) => Promise<string>;
  /** Signs the administrator in once more: sessions end when the clock is set forward. */
  readonly signInAgain: () => Promise<void>;
  /** Returns the audit log, oldest first: kind, account, and details. */
  readonly logged: (kind?: string) => Promise<{ kind: string; userId: string | null; details: unknown }[]>;
}

/** For tests of what administrators do. */
export const useAdmin = (options: () => Promise<TestAppOptions> = async () => ({})): AdminHarness => {
  let running: { server: TestApp; cookie: string } | undefined;
  const server = present(() => running?.server);
  beforeEach(async () => {
    const started = await createTestApp(await options());
    running = { server: started, cookie: await started.signIn() };
  });
  afterEach(async () => {
    await running?.server.close();
    running = undefined;
  });
  const cookie = (): string => running?.cookie ?? '';
  const by =
    (header: string): Call =>
    async (method, url, payload) => {
      const answer = await server.app.inject({
        method,
        url,
        headers: header === '' ? {} : { cookie: header },
        ...(payload === undefined ? {} : { payload }),
      });
      const json = /json/.test(String(answer.headers['content-type'])) ? answer.json<object>() : {};
      const empty = { code: undefined, message: undefined, errors: undefined };
      return { ...empty, ...json, status: answer.statusCode, body: answer.body } as AdminAnswer;
    };
  return {
    server,
    cookie,
    call: (method, url, payload) => by(cookie())(method, url, payload),
    by,
    idOf: async (email) => (await server.foundation.users.findByEmail(email))?.id ?? '',
    signInAgain: async () => {
      if (running !== undefined) running.cookie = await server.signIn();
    },
    logged: async (kind) => {
      const rows = await server.parts.db
        .selectFrom('activity')
        .select(['kind', 'user_id', 'details'])
        .$if(kind !== undefined, (query) => query.where('kind', '=', kind as ActivityTable['kind']))
        .orderBy('id')
        .execute();
      return rows.map((row) => ({
        kind: row.kind,
        userId: row.user_id,
        details: JSON.parse(row.details) as unknown,
      }));
    },
  };
};
