import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Ran, runForProgram, runHere } from '#testing/run-here.ts';

const answerWith = (env: Record<string, string>, ...args: string[]): Promise<Ran> =>
  runHere(args, { HOLDALL_DATA_DIR: join(tmpdir(), 'holdall-no-such-folder'), ...env });
const answerOf = (...args: string[]): Promise<Ran> => answerWith({}, ...args);

test.each(['serve', 'setup', 'migrate', 'backup', 'restore', 'doctor', 'user'])(
  '%s has a help and parses its options',
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

test.each([
  [['restore'], 'restore takes the folder of the backups. See “holdall restore --help”.'],
  [['user', 'promote'], 'user promote takes one email. See “holdall user promote --help”.'],
  [['user', 'remove'], 'user takes one of create, reset-password, promote. See “holdall user --help”.'],
  [['nonsense'], 'There is no command “nonsense”. See “holdall --help”.'],
  [['doctor', '--bogus'], 'There is no option --bogus. See “holdall doctor --help”.'],
  [['setup', '-x'], 'There is no option -x. See “holdall setup --help”.'],
  [['setup', 'now'], 'setup takes no “now”. See “holdall setup --help”.'],
  [['migrate', '--to'], '--to needs a value. See “holdall migrate --help”.'],
  [['backup', '--keep', '--list'], '--keep needs a value. See “holdall backup --help”.'],
  [['doctor', '--repair=yes'], '--repair takes no value. See “holdall doctor --help”.'],
  [
    ['migrate', '--to', 'mysql://x'],
    '--to takes sqlite, or an address that begins with postgres://. See “holdall migrate --help”.',
  ],
  [
    ['restore', 'folder', '--to', 'mysql://x'],
    '--to takes sqlite, or an address that begins with postgres://. See “holdall restore --help”.',
  ],
  [
    ['user', 'create', 'x', '--password-file', '/no/such/file'],
    '“x” is no email address. See “holdall user create --help”.',
  ],
])('%j is answered by one line', async (words, line) => {
  expect(await answerOf(...words)).toEqual({ code: 2, output: `${line}\n` });
});

test('values may begin with a hyphen where they are joined by an equals sign', async () => {
  const said = await answerOf('doctor', '--read-data-subset=-1');
  expect(said.output).toContain('--read-data-subset takes 0% to 100%.');
  expect((await answerOf('migrate', '--to-file', '-', '--bogus')).output).toContain('no option --bogus');
});

test('each subcommand has its own help', async () => {
  const { output } = await answerOf('user', 'create', '--help');
  expect(output).toContain('Usage: holdall user create EMAIL');
  expect(output).not.toContain('promote');
});

test('the commands are aligned in a column', async () => {
  const { output } = await answerOf('--help');
  const [, list = ''] = output.split('\n\n');
  const columns = list.split('\n').map((line) => /^ {2}\S+ +/.exec(line)?.[0].length);
  expect(columns.length).toBeGreaterThan(7);
  expect(new Set(columns).size).toBe(1);
});

test('missing files are reported', async () => {
  const password = ['setup', '--admin-email', 'ada@example.com', '--admin-password-file', '/no/such/file'];
  expect(await answerOf(...password)).toEqual({
    code: 1,
    output: 'The password file cannot be read: /no/such/file: it does not exist.\n',
  });
  expect(await answerOf('migrate', '--to-file', '/no/such/file')).toEqual({
    code: 1,
    output: '/no/such/file cannot be read: it does not exist.\n',
  });
});

test.each(['backup', 'doctor'])('programs get the reason for which %s failed', async (command) => {
  const said = await answerOf(command, '--json');
  expect(said.code).toBe(1);
  expect(JSON.parse(said.output)).toMatchObject({ error: { code: 'config' } });
  expect(said.output).toContain('Nothing is installed');
  const bad = await answerWith({ HOLDALL_PORT: 'eighty' }, command, '--json');
  expect(JSON.parse(bad.output)).toMatchObject({ error: { code: 'config' } });
});

test('programs always get one document', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'holdall-run-'));
  try {
    // An error that no command expects.
    await symlink('snapshots', join(folder, 'snapshots'));
    const words = ['backup', '--list', folder, '--json'];
    const { code, printed } = await runForProgram(words, { HOLDALL_DATA_DIR: join(folder, 'none') });
    expect(code).toBe(1);
    const message = expect.stringContaining('ELOOP') as string;
    expect(JSON.parse(printed)).toEqual({ error: { code: 'failed', message } });
  } finally {
    await rm(folder, { recursive: true });
  }
});
