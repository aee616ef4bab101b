import { expect, test } from 'vitest';
import { createLogger } from '#log.ts';

const keeping = (level: string) => {
  const lines: string[] = [];
  const shown: string[] = [];
  const log = createLogger(level, (line) => lines.push(line), { write: (line) => shown.push(line) });
  return { lines, shown, log };
};

test('secrets are redacted under every name', () => {
  const { lines, shown, log } = keeping('debug');
  const secrets = {
    password: 'hunter2',
    token: 'hunter2',
    secretKey: 'hunter2',
    s3_secret_key: 'hunter2',
    mail_password: 'hunter2',
    pusher_secret: 'hunter2',
    auth_signature: 'hunter2',
    metricsToken: 'hunter2',
    authorization: 'Bearer hunter2',
    cookie: 'holdall=hunter2',
    connectionString: 'postgres://app:hunter2@db/holdall',
  };
  log.debug({ ...secrets, nested: secrets, err: Object.assign(new Error('refused'), secrets) }, 'a line');
  expect(lines).toHaveLength(1);
  expect(shown).toEqual(lines);
  expect(lines[0]).not.toContain('hunter2');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 20,
    msg: 'a line',
    password: '[hidden]',
    nested: { token: '[hidden]' },
    err: { message: 'refused', secretKey: '[hidden]' },
  });
});

test('lines below the level are written nowhere', () => {
  const { lines, log } = keeping('warn');
  log.info('not this one');
  expect(lines).toEqual([]);
  const none = keeping('silent');
  none.log.fatal('nor this one');
  expect(none.lines).toEqual([]);
});
