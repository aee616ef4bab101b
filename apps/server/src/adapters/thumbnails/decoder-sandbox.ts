import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findTools, type Tools } from '#adapters/thumbnails/thumbnail-programs.ts';
import type { Confinement } from '#ports/thumbnailer.ts';
import { maxFileBytes, maxWorkerData } from './worker/bounds.ts';

/** Milliseconds that a trial may take: a busy machine starts programs slowly. */
const trialMs = 30_000;
/** The descriptor on which the sandbox reports the process id of its child. */
export const infoDescriptor = 4;

/** The two folders of a decoder's own, within `home`. */
export const givenFolder = 'given';
export const workFolder = 'work';

const root = fileURLToPath(new URL('../../../../..', import.meta.url));
const server = join(root, 'apps', 'server');
/** All that a decoder sees of the machine: programs, libraries, fonts, and this application without its data. */
const visible = [
  '/usr',
  '/lib',
  '/lib32',
  '/lib64',
  '/bin',
  '/sbin',
  '/etc/ld.so.cache',
  '/etc/alternatives',
  '/etc/fonts',
  '/var/cache/fontconfig',
  ...['node_modules', 'packages', 'package.json'].map((name) => join(root, name)),
  ...['src', 'dist', 'node_modules', 'package.json'].map((name) => join(server, name)),
];

export interface DecoderSandbox {
  readonly confinement: Confinement;
  /** True if the sandbox is a process of its own, which reports its child on `infoDescriptor`. */
  readonly isAround: boolean;
  /**
   * @param home a folder of the decoder's own: it may write below `workFolder`, and only reads `givenFolder`
   * @returns the command behind the programs that confine and bound it
   */
  wrap(command: readonly string[], home: string): string[];
}

type Wrap = DecoderSandbox['wrap'];

/** @returns how a decoder is confined by a fresh, nearly empty view of the machine; undefined without the program */
const inNamespaces = ({ bwrap, ffmpeg, ffprobe, heifConvert, prlimit }: Tools): Wrap | undefined => {
  if (bwrap === undefined) return undefined;
  const programs = [process.execPath, ffmpeg, ffprobe, heifConvert, prlimit].filter(
    (path) => path !== undefined,
  );
  // A program may be a symbolic link to one elsewhere.
  const folders = programs.flatMap((path) => [dirname(path), dirname(realpathSync(path))]);
  const shown = new Set([...visible, ...folders]);
  return (command, home) => {
    const given = join(home, givenFolder);
    return [
      bwrap,
      '--unshare-all',
      '--unshare-user',
      '--cap-drop',
      'ALL',
      '--die-with-parent',
      '--as-pid-1',
      '--info-fd',
      String(infoDescriptor),
      // First: the rest may be in memory, below /dev/shm.
      '--dev',
      '/dev',
      ...[...shown].flatMap((path) => ['--ro-bind-try', path, path]),
      '--bind',
      home,
      home,
      '--ro-bind',
      given,
      given,
      '--remount-ro',
      '/dev',
      '--remount-ro',
      '/',
      '--chdir',
      join(home, workFolder),
      '--',
      ...command,
    ];
  };
};

/** No capability, within a namespace or without. */
const noCapabilities = ['--inh-caps=-all', '--bounding-set=-all'];
const withoutNetwork = ({ setpriv, unshare }: Tools): Wrap | undefined => {
  if (setpriv === undefined || unshare === undefined) return undefined;
  const namespaces = [unshare, '--user', '--map-current-user', '--net', '--ipc', '--'];
  return (command) => [...namespaces, setpriv, ...noCapabilities, '--', ...command];
};

/** Ends a decoder with the server, however that ends. */
const endsWithServer = ['--pdeathsig', 'KILL'];
const noNewPrivileges = [...endsWithServer, '--no-new-privs'];
const noPrivileges = [...noNewPrivileges, ...noCapabilities];

interface Candidate {
  readonly confinement: Confinement['level'];
  readonly setpriv: readonly string[];
  readonly wrap: Wrap | undefined;
}

/** The strongest first. */
const candidatesOf = (tools: Tools): readonly Candidate[] => {
  const namespaces = inNamespaces(tools);
  const network = withoutNetwork(tools);
  const plain: Wrap = (command) => [...command];
  return [
    // Root may be mapped into a namespace only by a process that still has its capabilities; they end within.
    { confinement: 'sandbox', setpriv: noNewPrivileges, wrap: namespaces },
    { confinement: 'network', setpriv: noNewPrivileges, wrap: network },
    { confinement: 'privileges', setpriv: noPrivileges, wrap: plain },
    { confinement: 'privileges', setpriv: noNewPrivileges, wrap: plain },
    { confinement: 'none', setpriv: endsWithServer, wrap: plain },
  ];
};

const sandboxOf = (tools: Tools, { confinement, setpriv: options, wrap }: Candidate): DecoderSandbox => {
  const { setpriv, prlimit } = tools;
  return {
    confinement: { level: confinement, hasBounds: prlimit !== undefined },
    isAround: confinement === 'sandbox',
    wrap: (command, home) => [
      ...(setpriv === undefined ? [] : [setpriv, ...options, '--']),
      ...(prlimit === undefined
        ? []
        : [prlimit, `--data=${maxWorkerData}`, `--fsize=${maxFileBytes}`, '--core=0', '--']),
      ...(wrap === undefined ? command : wrap(command, home)),
    ],
  };
};

/** Loads the image library and finds each program, as a decoder does. */
const trial = `
  const [library, ...programs] = process.argv.slice(1);
  require(library);
  for (const program of programs) require('node:fs').accessSync(program, 1);`;

const isUsable = async (sandbox: DecoderSandbox, tools: Tools, folder: string): Promise<boolean> => {
  const home = await openHome(folder);
  try {
    const programs = [tools.ffmpeg, tools.ffprobe, tools.heifConvert].filter((path) => path !== undefined);
    const library = createRequire(import.meta.url).resolve('sharp');
    const node = [process.execPath, '-e', trial, library, ...programs];
    const [command = '', ...args] = sandbox.wrap(node, home);
    const child = spawn(command, args, {
      cwd: home,
      env: decoderEnvironment(home),
      stdio: ['ignore', 'ignore', 'ignore', 'ignore', 'pipe'],
      timeout: trialMs,
      killSignal: 'SIGKILL',
    });
    await once(child, 'exit');
    return child.exitCode === 0;
  } catch {
    // The program cannot be started at all.
    return false;
  } finally {
    await rm(home, { recursive: true, force: true });
  }
};

/** Nothing of the server's own environment: it may hold secrets, and options for Node. */
export const decoderEnvironment = (home: string): NodeJS.ProcessEnv => ({
  HOME: join(home, workFolder),
  TMPDIR: join(home, workFolder),
  // The system's memory allocator keeps pools for each thread otherwise.
  MALLOC_ARENA_MAX: '2',
});

/** Makes the folders of one decoder. @returns their parent */
export const openHome = async (folder: string): Promise<string> => {
  const home = await mkdtemp(join(folder, 'decoder-'));
  await Promise.all([givenFolder, workFolder].map((name) => mkdir(join(home, name), { mode: 0o700 })));
  return home;
};

/**
 * Finds out how far this machine lets decoders be confined, by trying it: namespaces may be forbidden by the
 * kernel, by a container or by the service manager.
 *
 * @param folder exists, and may be written to
 */
export const openDecoderSandbox = async (tools: Tools, folder: string): Promise<DecoderSandbox> => {
  const candidates = candidatesOf(tools).filter(({ wrap }) => wrap !== undefined);
  for (const candidate of tools.setpriv === undefined ? [] : candidates) {
    const sandbox = sandboxOf(tools, candidate);
    if (await isUsable(sandbox, tools, folder)) return sandbox;
  }
  return sandboxOf({ ...tools, setpriv: undefined }, { confinement: 'none', setpriv: [], wrap: undefined });
};

/**
 * Finds out the same for a program that decodes nothing itself.
 *
 * @param searchPath as the environment's PATH: folders separated by colons
 */
export const confinementHere = async (searchPath: string): Promise<Confinement> => {
  const folder = await mkdtemp(join(tmpdir(), 'holdall-'));
  try {
    return (await openDecoderSandbox(findTools(searchPath), folder)).confinement;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
