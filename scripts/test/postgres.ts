/** A private PostgreSQL cluster for the tests: in a temporary folder, on loopback, gone afterwards. */
import { execFileSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from '../process/free-port.ts';
import { runQuietly } from '../process/run.ts';

const isCluster = (folder: string): boolean =>
  ['initdb', 'pg_ctl', 'postgres'].every((program) => existsSync(join(folder, program)));

/** Debian's and Homebrew's folders, newest version first. */
const installedFolders = (): string[] => {
  const versioned = (parent: string, inside: string, pattern: RegExp) =>
    (existsSync(parent) ? readdirSync(parent) : [])
      .filter((name) => pattern.test(name))
      .sort((a, b) => Number(b.replace(/\D/g, '')) - Number(a.replace(/\D/g, '')))
      .map((name) => join(parent, name, inside));
  return [
    ...versioned('/usr/lib/postgresql', 'bin', /^\d+$/),
    ...['/opt/homebrew/opt', '/usr/local/opt'].flatMap((parent) =>
      versioned(parent, 'bin', /^postgresql(@\d+)?$/),
    ),
  ];
};

/** The folder of PostgreSQL's server programs; undefined where it is not installed. */
export const findPostgres = (): string | undefined =>
  [...installedFolders(), ...(process.env['PATH'] ?? '').split(delimiter)].find(
    (folder) => folder !== '' && isCluster(folder),
  );

export interface Cluster {
  /** postgres:// address of a superuser and an empty database. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/**
 * The data is thrown away: what makes it durable would only cost time, and so would looking after hundreds of
 * databases that each live for seconds. Each test file has its own pool.
 */
const forTests = [
  'fsync=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
  'jit=off',
  'max_connections=300',
]
  .map((option) => `-c ${option}`)
  .join(' ');

/**
 * Makes and starts a cluster with the programs in `programs`. PostgreSQL refuses to run as root, so
 * root lends it the user `postgres`.
 * @param options options of the server, as its command line takes them
 * @throws when it does not start, with its log
 */
export const startPostgres = async (programs: string, options = forTests): Promise<Cluster> => {
  const folder = mkdtempSync(join(tmpdir(), 'holdall-postgres-'));
  const asRoot = userInfo().uid === 0;
  const call = async (program: string, args: string[]) => {
    const path = join(programs, program);
    // `--` keeps runuser from reading the program's options as its own.
    const [first, ...rest] = asRoot ? ['runuser', '-u', 'postgres', '--', path, ...args] : [path, ...args];
    const { code, output } = await runQuietly(first ?? path, rest, { cwd: folder });
    if (code !== 0) throw new Error(`${program} failed:\n${output}${logOf(folder)}`);
  };
  try {
    if (asRoot) {
      const [uid, gid] = ['-u', '-g'].map((flag) =>
        Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })),
      );
      chownSync(folder, uid ?? 0, gid ?? 0);
    }
    const data = join(folder, 'data');
    await call('initdb', [
      '-D',
      data,
      '-U',
      'app',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ]);
    // Tests of authentication need a role with a password.
    const admission = join(data, 'pg_hba.conf');
    const rules = readFileSync(admission, 'utf8');
    writeFileSync(admission, `host all +holdall_by_password all scram-sha-256\n${rules}`);
    const port = await freePort();
    const settings = [
      `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`,
      options,
    ];
    await call('pg_ctl', [
      '-D',
      data,
      '-w',
      '-l',
      join(folder, 'server.log'),
      '-o',
      settings.join(' '),
      'start',
    ]);
    return {
      url: `postgres://app@127.0.0.1:${port}/postgres`,
      stop: async () => {
        await call('pg_ctl', ['-D', data, '-w', '-m', 'immediate', 'stop']);
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
};

const logOf = (folder: string): string => {
  const path = join(folder, 'server.log');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};
