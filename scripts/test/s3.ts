/** A private S3 server for the tests: Ceph's gateway on one node that keeps everything in memory, on loopback, gone afterwards. */
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../process/free-port.ts';
import { runQuietly } from '../process/run.ts';
import { findAll } from './tools.ts';

const programs = ['radosgw', 'radosgw-admin', 'ceph-mon', 'ceph-osd', 'ceph', 'monmaptool'];

/** Returns the path of the gateway, if all of its programs exist. */
export const findCeph = (): string | undefined => findAll(programs);

export interface S3Server {
  /** `http://key:secret@127.0.0.1:port`. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Bytes that the objects of all tests may have together. */
const memory = 6 * 1024 ** 3;
const key = 'testkey';
const secret = 'testsecret';

const configuration = (folder: string, ports: { readonly monitor: number; readonly gateway: number }) => `
[global]
fsid = ${randomUUID()}
mon host = v1:127.0.0.1:${ports.monitor}
ms bind msgr2 = false
ms bind ipv4 = true
public addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd pool default pg autoscale mode = off
mon allow pool size one = true
mon warn on pool no redundancy = false
mon max pg per osd = 1000
mon data avail crit = 0
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = ${memory}
osd class load list = *
osd class default list = *
osd op num shards = 2
run dir = ${folder}/run
log file = ${folder}/$name.log
admin socket = ${folder}/run/$name.asok
pid file = ${folder}/$name.pid
mon data = ${folder}/mon
osd data = ${folder}/osd0
rgw data = ${folder}/rgw
keyring = ${folder}/keyring
[client.rgw.a]
rgw frontends = beast endpoint=127.0.0.1:${ports.gateway} tcp_nodelay=1
rgw enable usage log = false
rgw dns name = localhost
rgw thread pool size = 32
`;

/** Looks again and again. @throws when it has not come true after so many tries, a quarter of a second apart */
const until = async (what: string, tries: number, isSo: () => Promise<boolean>): Promise<void> => {
  for (let count = 0; count < tries; count += 1) {
    if (await isSo()) return;
    await delay(250);
  }
  throw new Error(`${what} did not come up`);
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Ends the programs by the process ids that they have written down. */
const endAll = async (folder: string): Promise<void> => {
  const pids = readdirSync(folder)
    .filter((name) => name.endsWith('.pid'))
    .map((name) => Number(readFileSync(join(folder, name), 'utf8')))
    .filter((pid) => pid > 0 && isRunning(pid));
  // Nothing of it is to be kept.
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  await until('the end of the S3 server', 40, async () => !pids.some(isRunning));
};

const logsOf = (folder: string): string =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .map((name) => readFileSync(join(folder, name), 'utf8').slice(-2_000))
    .join('\n');

/** Makes and starts the server. @throws when it does not start, with what its programs said */
export const startS3 = async (): Promise<S3Server> => {
  const folder = mkdtempSync(join(tmpdir(), 'holdall-s3-'));
  const ports = { monitor: await freePort(), gateway: await freePort() };
  const config = join(folder, 'ceph.conf');
  const env = { ...process.env, CEPH_CONF: config };
  const call = async (program: string, ...args: string[]): Promise<void> => {
    const { code, output } = await runQuietly('timeout', ['60', program, ...args], { cwd: folder, env });
    if (code !== 0) throw new Error(`${program} failed:\n${output}`);
  };
  /** On a busy machine the first words may reach the monitor before it has learnt the cluster's id: “wrong fsid”, EPERM. */
  const callAgain = async (tries: number, program: string, ...args: string[]): Promise<void> => {
    try {
      await call(program, ...args);
    } catch (error) {
      if (tries <= 1) throw error;
      await delay(500);
      await callAgain(tries - 1, program, ...args);
    }
  };
  const stop = async (): Promise<void> => {
    await endAll(folder);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const name of ['mon', 'osd0', 'rgw', 'run']) mkdirSync(join(folder, name));
    writeFileSync(config, configuration(folder, ports));
    writeFileSync(join(folder, 'keyring'), '');
    const fsid = /fsid = (.*)/.exec(readFileSync(config, 'utf8'))?.[1] ?? '';
    const map = join(folder, 'monmap');
    const address = `[v1:127.0.0.1:${ports.monitor}]`;
    await call('monmaptool', '--create', '--addv', 'a', address, '--fsid', fsid, map);
    await call('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map);
    await call('ceph-mon', '-i', 'a');
    const osd = randomUUID();
    // The same again changes nothing.
    await callAgain(8, 'ceph', 'osd', 'new', osd, '0');
    await call('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd);
    await callAgain(8, 'ceph-osd', '-i', '0');
    await until('the object store', 80, async () => {
      const { output } = await runQuietly('timeout', ['10', 'ceph', 'osd', 'stat'], { env });
      return output.includes('1 up');
    });
    await call('radosgw', '-n', 'client.rgw.a');
    const origin = `http://127.0.0.1:${ports.gateway}`;
    await until('the gateway', 240, async () => {
      const answer = await fetch(origin).catch(() => undefined);
      await answer?.body?.cancel();
      return answer?.ok === true;
    });
    await call(
      'radosgw-admin',
      'user',
      'create',
      '--uid=test',
      '--display-name=test',
      `--access-key=${key}`,
      `--secret=${secret}`,
    );
    return { url: origin.replace('//', `//${key}:${secret}@`), stop };
  } catch (error) {
    const said = existsSync(folder) ? logsOf(folder) : '';
    await stop();
    throw new Error(`The S3 server did not start.\n${said}`, { cause: error });
  }
};
