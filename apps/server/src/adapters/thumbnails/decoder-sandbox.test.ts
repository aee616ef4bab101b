import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProcessThumbnailer } from '#adapters/thumbnails/thumbnailer.ts';
import { colourAt, fourFields } from '#testing/media-files.ts';
import { createTestThumbnailer } from '#testing/test-thumbnailer.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Set by `npm test` where a machine cannot have the programs; it says so loudly, and fails in CI. */
const hasPrograms = process.env['HOLDALL_TEST_WITHOUT_MEDIA_PROGRAMS'] === undefined;
const never = new AbortController().signal;
const systemPath = process.env['PATH'] ?? '';

let folder: string;
let thumbnailer: ProcessThumbnailer;
beforeEach(async () => {
  // A tmpfs is used where there is one: it lies below a folder that the sandbox replaces.
  folder = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'holdall-sandbox-'));
  await Promise.all([mkdir(join(folder, 'bin')), mkdir(join(folder, 'data'))]);
});
afterEach(async () => {
  await thumbnailer.close();
  await rm(folder, { recursive: true });
});

const open = (searchPath: string): ProcessThumbnailer => {
  thumbnailer = createTestThumbnailer({ folder: join(folder, 'data', 'thumbnailing'), searchPath });
  return thumbnailer;
};

/**
 * A video decoder under an attacker's control: its picture is red where `attack`, a shell command, succeeds,
 * else green.
 */
const takenOver = async (attack: string): Promise<ProcessThumbnailer> => {
  const bin = join(folder, 'bin');
  for (const [name, background] of [
    ['yes', '#ff0000'],
    ['no', '#00ff00'],
  ] as const) {
    await sharp({ create: { width: 40, height: 40, channels: 3, background } })
      .png()
      .toFile(join(bin, `${name}.png`));
  }
  const script = `#!/bin/bash\nif { ${attack} ; } > /dev/null 2>&1; then cat ${bin}/yes.png; else cat ${bin}/no.png; fi\n`;
  await writeFile(join(bin, 'ffmpeg'), script, { mode: 0o755 });
  await writeFile(join(bin, 'ffprobe'), '#!/bin/sh\necho 10\n', { mode: 0o755 });
  return open(`${bin}:${systemPath}`);
};

const bytes = Buffer.from('bytes of a video');
const changed = Buffer.from('bytes of a videox\n');
const decode = async (makers: ProcessThumbnailer, left = bytes): Promise<string> => {
  const path = join(folder, 'data', 'blob');
  await writeFile(path, bytes, { mode: 0o600 });
  const source = {
    type: 'video/mp4',
    size: bytes.length,
    path,
    open: () => Promise.reject(new Error('path')),
  };
  const { sizes } = await makers.make(source, never);
  expect(await readFile(path)).toEqual(left);
  return colourAt(sizes.xs.bytes, 20, 20);
};

const pictureFile = async () => {
  const file = await fourFields(50, 50).png().toBuffer();
  const path = join(folder, 'data', 'blob');
  await writeFile(path, file);
  return { type: 'image/png', size: file.length, path, open: () => Promise.reject(new Error('path')) };
};

const [succeeds, fails] = ['f00', '0f0'];

/** @returns whether the kernel, and a container around these tests, let a program be started so */
const isAllowed = (command: string, ...args: readonly string[]): boolean =>
  spawnSync(command, [...args, 'true']).status === 0;
const sandboxed =
  '--unshare-all --unshare-user --cap-drop ALL --die-with-parent --as-pid-1 --ro-bind / / --dev /dev ' +
  '--remount-ro /dev --bind /tmp /tmp --remount-ro / --chdir /tmp --';
const allowsSandbox = hasPrograms && isAllowed('bwrap', ...sandboxed.split(' '));
const allowsNoNetwork =
  hasPrograms && isAllowed('unshare', '--user', '--map-current-user', '--net', '--ipc', '--');
/** The outcome of an attack that only a sandbox prevents; a machine without namespaces cannot show more. */
const failsInSandbox = allowsSandbox ? fails : succeeds;
const withoutSandbox = allowsNoNetwork ? 'network' : 'privileges';
const findFile = 'for word in "$@"; do case $word in file:*) file=${word#file:};; esac; done';

describe.skipIf(!hasPrograms)('A compromised decoder', () => {
  it('reads the file that it is given', async () => {
    expect(await decode(await takenOver(`${findFile}; grep -q "bytes of a video" "$file"`))).toBe(succeeds);
  });

  it('cannot change it', async () => {
    const attack = `${findFile}; chmod 666 "$file" && echo x >> "$file"`;
    expect(await decode(await takenOver(attack), allowsSandbox ? bytes : changed)).toBe(failsInSandbox);
  });

  it('cannot read the data directory', async () => {
    const secret = join(folder, 'data', 'secret.key');
    await writeFile(secret, 'secret');
    expect(await decode(await takenOver(`cat ${secret}`))).toBe(failsInSandbox);
  });

  it('cannot write beside its own folder', async () => {
    expect(await decode(await takenOver(`echo x > ${join(folder, 'data', 'planted')}`))).toBe(failsInSandbox);
    expect(await decode(await takenOver('echo x > /tmp/planted'))).toBe(failsInSandbox);
  });

  it('cannot reach the network', async () => {
    let connections = 0;
    const listener = createServer((socket) => {
      connections += 1;
      socket.end();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => listener.once('listening', resolve));
    const { port } = listener.address() as AddressInfo;
    const reaches = !allowsSandbox && !allowsNoNetwork;
    expect(await decode(await takenOver(`exec 3<>/dev/tcp/127.0.0.1/${port}`))).toBe(
      reaches ? succeeds : fails,
    );
    expect(connections).toBe(reaches ? 1 : 0);
    await new Promise((resolve) => listener.close(resolve));
  });

  it('cannot signal the server', async () => {
    expect(await decode(await takenOver(`kill -0 ${process.pid}`))).toBe(failsInSandbox);
  });

  it('gains no privileges', async () => {
    const makers = open(systemPath);
    await makers.make(await pictureFile(), never);
    const status = await readFile(`/proc/${makers.pids()[0]}/status`, 'utf8');
    expect(/^NoNewPrivs:\s*(\d)/m.exec(status)?.[1]).toBe('1');
    expect(/^CapEff:\s*(\w+)/m.exec(status)?.[1]).toBe('0000000000000000');
    expect(/^CapBnd:\s*(\w+)/m.exec(status)?.[1]).toBe('0000000000000000');
  });
});

describe.skipIf(!hasPrograms)('Confinement', () => {
  /** A search path with these programs of the system alone. */
  const only = async (...names: readonly string[]): Promise<string> => {
    const bin = join(folder, 'bin');
    for (const name of names) {
      const path = systemPath
        .split(':')
        .map((place) => join(place, name))
        .find((candidate) => existsSync(candidate));
      if (path === undefined) throw new Error(`This machine has no ${name}.`);
      await symlink(path, join(bin, name));
    }
    return bin;
  };
  const picture = async (makers: ProcessThumbnailer): Promise<number | null> =>
    (await makers.make(await pictureFile(), never)).width;

  it.each([
    [
      ['setpriv', 'prlimit', 'bwrap', 'unshare'],
      { level: allowsSandbox ? 'sandbox' : withoutSandbox, hasBounds: true },
    ],
    [['setpriv', 'prlimit', 'unshare'], { level: withoutSandbox, hasBounds: true }],
    [['setpriv', 'prlimit'], { level: 'privileges', hasBounds: true }],
    [['setpriv'], { level: 'privileges', hasBounds: false }],
    [[], { level: 'none', hasBounds: false }],
  ])('with %j is reported correctly, and pictures are made', async (names, confinement) => {
    const makers = open(await only(...names));
    expect(await makers.confinement()).toEqual(confinement);
    expect(await picture(makers)).toBe(50);
  });

  it('allows programs that are symbolic links', async () => {
    const bin = await only('setpriv', 'prlimit', 'bwrap', 'unshare');
    await mkdir(join(folder, 'elsewhere'));
    await writeFile(join(folder, 'elsewhere', 'ffmpeg'), '#!/bin/sh\n', { mode: 0o755 });
    await symlink(join(folder, 'elsewhere', 'ffmpeg'), join(bin, 'ffmpeg'));
    expect((await open(bin).confinement()).level).toBe(allowsSandbox ? 'sandbox' : withoutSandbox);
  });

  it('is skipped where the machine forbids it', async () => {
    const bin = await only('setpriv', 'prlimit');
    await writeFile(join(bin, 'bwrap'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const makers = open(bin);
    expect(await makers.confinement()).toEqual({ level: 'privileges', hasBounds: true });
    expect(await picture(makers)).toBe(50);
  });
});
