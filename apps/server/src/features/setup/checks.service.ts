import type { SetupChecks } from '@holdall/contract/setup';
import type { DatabaseChooser } from '#db/database-chooser.ts';
import type { Settings } from '#features/settings/index.ts';
import { reasonOf } from '#lib/reason-of.ts';
import { createLimitedCheck, SilenceError } from '#lib/concurrency/limited-check.ts';
import { isLoopbackHost } from '#lib/http/loopback.ts';
import type { Clock } from '#ports/clock.ts';
import type { Confinement } from '#ports/thumbnailer.ts';
import type { Machine } from '#ports/machine.ts';

export type Check = SetupChecks['checks'][number];
type Facts = Check['facts'];

/** Bytes that the application needs with a small database. */
const neededSpace = 200_000_000;
/** Bytes below which a larger disk is advisable. */
const comfortableSpace = 5_000_000_000;
/** Earliest plausible time: the program did not exist before. */
const beginning = Date.UTC(2026, 0, 1);

export interface ChecksDeps {
  readonly machine: Machine;
  readonly clock: Clock;
  readonly chooser: DatabaseChooser;
  /** Decodes a test image. */
  readonly decodeTestImage: () => Promise<void>;
  /** Returns how far decoders are confined on this machine. */
  readonly confinement: () => Promise<Confinement>;
  readonly settings: () => Settings;
  /** Values that the operator has configured. */
  readonly operator: { readonly url: string | undefined; readonly mails: boolean };
  /** Milliseconds within which the disk must answer. */
  readonly limitMs?: number;
}

const unconfined = {
  network: 'without_network',
  privileges: 'unprivileged',
  none: 'unconfined',
} as const satisfies Record<Exclude<Confinement['level'], 'sandbox'>, string>;

const check = (
  name: Check['name'],
  state: Check['state'],
  { reason = null, ...facts }: { readonly reason?: string | null } & Facts = {},
): Check => ({ name, state, reason, facts });

/** Checks whether this machine meets the application's requirements. */
export const createChecks = (deps: ChecksDeps): (() => Promise<Check[]>) => {
  const { machine, clock, chooser, decodeTestImage, settings, operator } = deps;
  const { dataDirectory: path, node } = machine;

  const tryWriting = createLimitedCheck(() => machine.tryWriting(), deps.limitMs);
  const freeBytes = createLimitedCheck(() => machine.freeSpace(), deps.limitMs);

  const dataDirectory = async (): Promise<Check> => {
    try {
      await tryWriting();
      return check('data_directory', 'ok', { path });
    } catch (error) {
      if (error instanceof SilenceError) return check('data_directory', 'failed', { reason: 'silent', path });
      return check('data_directory', 'failed', { reason: 'not_writable', path, error: reasonOf(error) });
    }
  };
  const freeSpace = async (): Promise<Check> => {
    const free = await freeBytes().catch((error: unknown) => {
      if (error instanceof SilenceError) return undefined;
      throw error;
    });
    if (free === undefined) return check('free_space', 'failed', { reason: 'silent' });
    if (free < neededSpace) return check('free_space', 'failed', { reason: 'full', free });
    return free < comfortableSpace
      ? check('free_space', 'warning', { reason: 'low', free })
      : check('free_space', 'ok', { free });
  };
  const runtime = (): Check =>
    node.isEnough
      ? check('node', 'ok', { version: node.version })
      : check('node', 'failed', { reason: 'too_old', version: node.version, wanted: node.wanted });
  const time = (): Check =>
    clock.now() < beginning ? check('clock', 'failed', { reason: 'wrong' }) : check('clock', 'ok');
  const sqlite = async (): Promise<Check> => {
    const verdict = await chooser.check({ kind: 'sqlite' });
    if (verdict.ok) return check('sqlite', 'ok', { version: verdict.version });
    // A warning, because only an installation that keeps SQLite is affected.
    return check('sqlite', 'warning', { reason: 'unusable', error: verdict.sentence });
  };
  const pictures = async (): Promise<Check> => {
    try {
      await decodeTestImage();
      return check('image_library', 'ok');
    } catch (error) {
      return check('image_library', 'failed', { reason: 'broken', error: reasonOf(error) });
    }
  };
  const videos = (): Check => {
    const program = machine.ffmpeg();
    return program === undefined
      ? check('ffmpeg', 'warning', { reason: 'not_found' })
      : check('ffmpeg', 'ok', { path: program });
  };
  const decoders = async (): Promise<Check> => {
    const { level, hasBounds } = await deps.confinement();
    if (level !== 'sandbox') return check('decoders', 'warning', { reason: unconfined[level] });
    return hasBounds ? check('decoders', 'ok') : check('decoders', 'warning', { reason: 'unbounded' });
  };
  const https = (): Check => {
    const url = operator.url ?? settings().url;
    if (url === '') return check('https', 'warning', { reason: 'no_address' });
    if (url.startsWith('https:')) return check('https', 'ok', { url });
    return isLoopbackHost(new URL(url).hostname)
      ? check('https', 'ok', { reason: 'loopback', url })
      : check('https', 'warning', { reason: 'not_https', url });
  };
  const mail = (): Check =>
    operator.mails || settings().mail_driver === 'smtp'
      ? check('mail', 'ok')
      : check('mail', 'warning', { reason: 'logged' });

  return async () => [
    await dataDirectory(),
    await freeSpace(),
    runtime(),
    time(),
    await sqlite(),
    await pictures(),
    videos(),
    await decoders(),
    https(),
    mail(),
  ];
};
