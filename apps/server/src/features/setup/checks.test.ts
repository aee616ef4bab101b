import { expect, test } from 'vitest';
import type { DatabaseChooser } from '#db/database-chooser.ts';
import { settingsSchema } from '#features/settings/index.ts';
import type { Machine } from '#ports/machine.ts';
import type { Confinement } from '#ports/thumbnailer.ts';
import { createTestClock } from '#testing/test-clock.ts';
import { type Check, type ChecksDeps, createChecks } from './checks.service.ts';

const machine: Machine = {
  node: { version: '26.10.0', wanted: '26.0.0', isEnough: true },
  dataDirectory: '/data',
  tryWriting: async () => undefined,
  freeSpace: async () => 50_000_000_000,
  ffmpeg: () => '/usr/bin/ffmpeg',
};
const fail = async (): Promise<never> => {
  throw new Error('it is broken');
};
const stayMute = (): Promise<never> => new Promise(() => undefined);
const sound: ChecksDeps = {
  machine,
  clock: { ...createTestClock(), now: () => Date.UTC(2026, 10, 22) },
  chooser: {
    check: async () => ({ ok: true, state: 'empty', version: '3.53', tls: undefined }),
  } as Partial<DatabaseChooser> as DatabaseChooser,
  decodeTestImage: async () => undefined,
  confinement: async () => ({ level: 'sandbox', hasBounds: true }),
  settings: () => settingsSchema.parse({}),
  operator: { url: 'https://files.example.com', mails: true },
};
const runChecks = (change: Partial<ChecksDeps> = {}): Promise<Check[]> =>
  createChecks({ ...sound, ...change })();
const withMachine = (change: Partial<Machine>): Partial<ChecksDeps> => ({
  machine: { ...machine, ...change },
});

const confinedBy = (level: Confinement['level'], hasBounds: boolean): Partial<ChecksDeps> => ({
  confinement: async () => ({ level, hasBounds }),
});

test('a machine that meets all requirements passes', async () => {
  expect((await runChecks()).every(({ state, reason }) => state === 'ok' && reason === null)).toBe(true);
});

test.each<[Check['name'], string, Check['state'], Partial<ChecksDeps>]>([
  ['data_directory', 'not_writable', 'failed', withMachine({ tryWriting: fail })],
  ['data_directory', 'silent', 'failed', { ...withMachine({ tryWriting: stayMute }), limitMs: 1 }],
  ['free_space', 'silent', 'failed', { ...withMachine({ freeSpace: stayMute }), limitMs: 1 }],
  ['free_space', 'full', 'failed', withMachine({ freeSpace: async () => 1_000_000 })],
  ['free_space', 'low', 'warning', withMachine({ freeSpace: async () => 1_000_000_000 })],
  ['node', 'too_old', 'failed', withMachine({ node: { ...machine.node, isEnough: false } })],
  ['clock', 'wrong', 'failed', { clock: { ...sound.clock, now: () => 0 } }],
  ['image_library', 'broken', 'failed', { decodeTestImage: fail }],
  ['ffmpeg', 'not_found', 'warning', withMachine({ ffmpeg: () => undefined })],
  ['decoders', 'without_network', 'warning', confinedBy('network', true)],
  ['decoders', 'unprivileged', 'warning', confinedBy('privileges', true)],
  ['decoders', 'unconfined', 'warning', confinedBy('none', false)],
  ['decoders', 'unbounded', 'warning', confinedBy('sandbox', false)],
  ['https', 'not_https', 'warning', { operator: { url: 'http://files.example.com', mails: true } }],
  ['https', 'loopback', 'ok', { operator: { url: 'http://localhost:8080', mails: true } }],
  ['https', 'no_address', 'warning', { operator: { url: undefined, mails: true } }],
  ['mail', 'logged', 'warning', { operator: { url: 'https://files.example.com', mails: false } }],
])('%s: %s is reported as %s', async (...[name, reason, state, change]) => {
  const found = (await runChecks(change)).filter((check) => check.state !== 'ok' || check.reason !== null);
  expect(found).toMatchObject([{ name, reason, state }]);
});
