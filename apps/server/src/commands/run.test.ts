import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Ran, runHere } from '#testing/run-here.ts';

const answerWith = (env: Record<string, string>, ...args: string[]): Promise<Ran> =>
  runHere(args, { HOLDALL_DATA_DIR: join(tmpdir(), 'holdall-no-such-folder'), ...env });
const answerOf = (...args: string[]): Promise<Ran> => answerWith({}, ...args);

test.each(['serve', 'setup', 'migrate', 'backup', 'restore', 'doctor', 'user'])(
  '%s explains itself and knows its words',
  async (command) => {
    const help = await answerOf(command, '--help');
    expect(help.code).toBe(0);
    expect(help.output).toContain(`Usage: holdall ${command}`);
    expect((await answerOf(command, '--nonsense')).code).toBe(2);
    expect((await answerOf('--help')).output).toMatch(new RegExp(`^  ${command} `, 'm'));
  },
);

test.each([
  [['doctor', '--read-data-subset', '120']],
  [['doctor', 'everything']],
  [['backup', 'one', 'two']],
  [['backup', '--keep', '0']],
  [['restore']],
  [['user', 'promote']],
  [['user', 'remove', 'ada@example.com']],
  [['user', 'create', 'ada@example.com']],
  [['user', 'promote', 'ada@example.com', '--admin']],
  [['nonsense']],
])('%j is no command', async (words) => {
  expect((await answerOf(...words)).code).toBe(2);
  const { code, output } = await answerOf(...words, '--json');
  expect(code).toBe(2);
  expect(JSON.parse(output)).toMatchObject({ error: { code: 'usage' } });
});

test('wrong words are answered with what the command knows', async () => {
  expect((await answerOf('restore')).output).toContain('Usage: holdall restore');
  expect((await answerOf('user', 'promote')).output).toContain('Usage: holdall user');
  expect((await answerOf('nonsense')).output).toContain('Usage: holdall COMMAND');
});

test.each(['backup', 'doctor'])('programs are told why %s failed', async (command) => {
  const said = await answerOf(command, '--json');
  expect(said.code).toBe(1);
  expect(JSON.parse(said.output)).toMatchObject({ error: { code: 'config' } });
  expect(said.output).toContain('Nothing is installed');
  const bad = await answerWith({ HOLDALL_PORT: 'eighty' }, command, '--json');
  expect(JSON.parse(bad.output)).toMatchObject({ error: { code: 'config' } });
});

test('programs are answered by one document, whatever happens', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'holdall-run-'));
  try {
    // What no command foresees.
    await symlink('snapshots', join(folder, 'snapshots'));
    const { code, printed } = await answerOf('backup', '--list', folder, '--json');
    expect(code).toBe(1);
    expect(JSON.parse(printed)).toMatchObject({ error: { code: 'failed' } });
    expect(printed).toContain('ELOOP');
  } finally {
    await rm(folder, { recursive: true });
  }
});
