import type { Problem } from '@holdall/contract/error-codes';
import type { SentSetupDatabase, SetupStatus } from '@holdall/contract/setup';
import { type Spawned, spawnHoldall } from '#testing/spawn-server.ts';

/** A real server, before and after its installation, as a browser calls it that was opened by the printed link. */
export interface WizardServer {
  readonly origin: string;
  /** The set-up link that was printed; undefined where there is an installation. */
  readonly link: string | undefined;
  readonly spawned: Spawned;
  call(method: string, path: string, options?: CallOptions): Promise<Response>;
  /** A call of the wizard that succeeds. */
  step(path: string, body?: object): Promise<SetupStatus>;
  /** A call that is refused. */
  refused(path: string, body?: object): Promise<Problem>;
  sendImage(name: string, bytes: Uint8Array): Promise<Response>;
  /** Ends it as a power failure would. */
  kill(): Promise<void>;
}

export interface CallOptions {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @param env added to the data directory and a free port */
export const startWizardServer = async (
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<WizardServer> => {
  const spawned = spawnHoldall(['serve'], { HOLDALL_DATA_DIR: dataDir, HOLDALL_PORT: '0', ...env });
  const [, origin = ''] = await spawned.printed(/ready at (http:\/\/\S+)/);
  const link = (): string | undefined => /^http:\S+\/install#code=\S+$/m.exec(spawned.output())?.[0];
  const withCode = (): Record<string, string> => {
    const code = link()?.split('#code=')[1];
    return code === undefined ? {} : { 'x-setup-code': code };
  };
  const call: WizardServer['call'] = (method, path, { body, headers = {} } = {}) =>
    fetch(origin + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(path.startsWith('/api/setup/') ? withCode() : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    origin,
    get link() {
      return link();
    },
    spawned,
    call,
    step: async (path, body = {}) => {
      const answer = await call('POST', `/api/setup/${path}`, { body });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text}`);
      return (JSON.parse(text) as { data: SetupStatus }).data;
    },
    refused: async (path, body = {}) =>
      (await (await call('POST', `/api/setup/${path}`, { body })).json()) as Problem,
    sendImage: (name, bytes) => {
      const form = new FormData();
      form.append('name', name);
      form.append('file', new Blob([Buffer.from(bytes)]), name);
      return fetch(`${origin}/api/setup/images`, { method: 'POST', headers: withCode(), body: form });
    },
    kill: async () => {
      spawned.process.kill('SIGKILL');
      await spawned.finished;
    },
  };
};

/** Returns a PostgreSQL database as a form. */
export const postgresForm = (url: string): SentSetupDatabase => {
  const { hostname, port, pathname, username } = new URL(url);
  return {
    connection: 'postgres',
    host: hostname,
    port: Number(port),
    name: pathname.slice(1),
    username,
  };
};
