import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from '#testing/eventually.ts';
import { createAuthority } from '#testing/certificates.ts';

const ownConfig = resolve(import.meta.dirname, '../../../../deploy/nginx.conf');

/** Returns a TCP port of loopback that is free at this moment. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

export interface Proxy {
  /** `https://127.0.0.1:port` */
  readonly origin: string;
  /** PEM of the authority that clients have to trust. */
  readonly authority: string;
  /** Returns its error log. */
  complaints(): Promise<string>;
  /** A line for each request that it has answered. */
  accesses(): Promise<string>;
  stop(): Promise<void>;
}

/** Each of them must be there, or the configuration is another than these tests are about. */
const replaced = (text: string, changes: readonly (readonly [string, string])[]): string =>
  changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`deploy/nginx.conf does not have “${from}”`);
    return changed.replaceAll(from, to);
  }, text);

const canConnect = (port: number): Promise<void> =>
  new Promise((found, failed) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      found();
    });
    socket.once('error', failed);
  });

/**
 * Starts Debian's nginx with the shipped configuration; only servers, ports and paths differ. Its answers name
 * their server (`x-upstream`).
 *
 * @param upstreams two ports of loopback
 */
export const startNginx = async (program: string, upstreams: readonly [number, number]): Promise<Proxy> => {
  const folder = await mkdtemp(join(tmpdir(), 'holdall-nginx-'));
  const [http, https] = [await freePort(), await freePort()];
  const authority = createAuthority();
  const { cert, key } = authority.issue('127.0.0.1');
  const own = await readFile(ownConfig, 'utf8');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ');
  const config = replaced(own, [
    ['app1:8080', `127.0.0.1:${upstreams[0]}`],
    ['app2:8080', `127.0.0.1:${upstreams[1]}`],
    ['listen 80 ', `listen 127.0.0.1:${http} `],
    ['listen 443 ', `listen 127.0.0.1:${https} `],
    ['worker_processes auto;', 'worker_processes 1;'],
    ['http {', `http { ${temporary} add_header x-upstream $upstream_addr always;`],
    ['/dev/stdout', `${folder}/access.log`],
    ['/dev/stderr', `${folder}/error.log`],
  ]);
  await writeFile(join(folder, 'nginx.conf'), config);
  await writeFile(join(folder, 'mime.types'), 'types { text/plain txt; }');
  await mkdir(join(folder, 'certificates'));
  await writeFile(join(folder, 'certificates/certificate.pem'), cert);
  await writeFile(join(folder, 'certificates/key.pem'), key);
  // Its workers have the file permissions of the user who runs the tests.
  const user = userInfo().uid === 0 ? 'user root; ' : '';
  const globals = `daemon off; pid ${folder}/nginx.pid; ${user}`;
  const log = join(folder, 'error.log');
  const child = spawn(program, ['-p', folder, '-e', log, '-c', join(folder, 'nginx.conf'), '-g', globals], {
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const complaints = () => readFile(log, 'utf8').catch(() => '');
  const accesses = () => readFile(join(folder, 'access.log'), 'utf8').catch(() => '');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await Promise.race([
      eventually(() => canConnect(https)),
      ended.then(() => {
        throw new Error('nginx ended');
      }),
    ]);
  } catch (error) {
    const said = await complaints();
    await stop();
    throw new Error(`nginx did not start: ${said}`, { cause: error });
  }
  return { origin: `https://127.0.0.1:${https}`, authority: authority.cert, complaints, accesses, stop };
};
