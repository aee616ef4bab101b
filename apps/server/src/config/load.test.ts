import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, loadConfig } from '#config/load.ts';

const folder = (config?: unknown): string => {
  const path = mkdtempSync(join(tmpdir(), 'holdall-config-'));
  if (config !== undefined)
    writeFileSync(join(path, 'config.json'), typeof config === 'string' ? config : JSON.stringify(config));
  return path;
};

test('defaults apply without a configuration', () => {
  const config = loadConfig({}, folder());
  expect(config).toMatchObject({ host: '127.0.0.1', port: 8080, trustedProxies: [] });
  expect(config.databaseUrl).toBeUndefined();
});

test('the environment overrides config.json, which overrides the defaults', () => {
  const dir = folder({ port: 9000, host: '0.0.0.0' });
  expect(loadConfig({ HOLDALL_DATA_DIR: dir }, '/')).toMatchObject({ port: 9000, host: '0.0.0.0' });
  expect(loadConfig({ HOLDALL_DATA_DIR: dir, HOLDALL_PORT: '9001' }, '/')).toMatchObject({
    port: 9001,
    host: '0.0.0.0',
  });
});

test.each([
  [{ HOLDALL_PORT: '99999' }, /HOLDALL_PORT is not valid \(it is "99999"\)/],
  [
    { HOLDALL_PORT: 'eighty' },
    /HOLDALL_PORT is not valid \(it is "eighty"\): must be a whole number from 0 to 65535\.$/,
  ],
  [{ HOLDALL_THUMBNAIL_WORKERS: '1.5' }, /must be a whole number from 0 to 64\.$/],
  [
    { HOLDALL_LOG_LEVEL: 'loud' },
    /HOLDALL_LOG_LEVEL is not valid \(it is "loud"\): must be one of fatal, error/,
  ],
  [{ HOLDALL_S3_PATH_STYLE: 'perhaps' }, /HOLDALL_S3_PATH_STYLE .*: must be true or false\.$/],
  [{ HOLDALL_URL: 'ftp://x' }, /HOLDALL_URL/],
  [{ HOLDALL_URL: 'example.com' }, /HOLDALL_URL .*: must look like https:\/\/files\.example\.com\.$/],
  [{ HOLDALL_URL: 'https://example.com/files' }, /HOLDALL_URL.*no path/],
  [{ HOLDALL_URL: 'https://ada:secret@example.com' }, /HOLDALL_URL.*no path, query and user/],
  [{ HOLDALL_URL: 'https://example.com#top' }, /HOLDALL_URL.*no path, query and user/],
  [{ HOLDALL_TRUSTED_PROXIES: '10.0.0.1, nonsense' }, /HOLDALL_TRUSTED_PROXIES/],
  [{ HOLDALL_MAINTENANCE: 'perhaps' }, /HOLDALL_MAINTENANCE is not valid.*must be 1 or 0/],
])('%o stops the start with a sentence that names it', (env, expected) => {
  expect(() => loadConfig(env, folder())).toThrow(ConfigError);
  expect(() => loadConfig(env, folder())).toThrow(expected);
});

test('a bad database address is named but never shown', () => {
  const env = { HOLDALL_DATABASE_URL: 'mysql://root:secret@db' };
  expect(() => loadConfig(env, folder())).toThrow(/HOLDALL_DATABASE_URL/);
  expect(() => loadConfig(env, folder())).not.toThrow(/secret/);
});

test.each([
  ['{', /not valid JSON/],
  ['[]', /JSON object/],
  [{ prot: 80 }, /“prot” in .*config\.json/],
  [{ port: -1 }, /“port” in/],
  [{ host: 1 }, /“host” in .*: must be text in quotes\.$/],
  [{ trustedProxies: 1 }, /“trustedProxies” in .*: must be a list\.$/],
])('config.json holding %o is refused', (content, expected) => {
  const dir = folder(content);
  expect(() => loadConfig({ HOLDALL_DATA_DIR: dir }, '/')).toThrow(expected);
});

test('the password file is read without its final line break', () => {
  const dir = folder();
  const file = join(dir, 'secret');
  writeFileSync(file, 'correct horse\n');
  const config = loadConfig({ HOLDALL_ADMIN_EMAIL: 'a@example.com', HOLDALL_ADMIN_PASSWORD_FILE: file }, dir);
  expect(config.readAdmin()).toEqual({ email: 'a@example.com', password: 'correct horse' });
});

test('child processes get no variables of an installation', () => {
  const env = {
    HOLDALL_ADMIN_EMAIL: 'a@example.com',
    HOLDALL_ADMIN_PASSWORD: 'correct horse',
    HOLDALL_PORT: '80',
  };
  const config = loadConfig({ ...env, HOLDALL_PURCHASE_CODE: 'code' }, folder());
  expect(config.environment).toEqual({ HOLDALL_PORT: '80' });
  expect(config.readAdmin()?.password).toBe('correct horse');
});

test('proxies are a list', () => {
  const config = loadConfig({ HOLDALL_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,loopback' }, folder());
  expect(config.trustedProxies).toEqual(['127.0.0.1', '10.0.0.0/8', 'loopback']);
});

test('an unknown variable is reported, so that the log can warn of a typing error', () => {
  const config = loadConfig({ HOLDALL_PROT: '80', HOLDALL_TEST_X: '1', PATH: '/bin' }, folder());
  expect(config.unknownVariables).toEqual(['HOLDALL_PROT']);
});

test.each([
  [{ HOLDALL_ADMIN_EMAIL: 'a@example.com' }, /HOLDALL_ADMIN_PASSWORD/],
  [
    { HOLDALL_ADMIN_EMAIL: 'a@example.com', HOLDALL_ADMIN_PASSWORD_FILE: '/no/such/file' },
    /no such file|does not exist/,
  ],
])('half an administrator (%o) matters only to an installation', (env, expected) => {
  const config = loadConfig(env, folder());
  expect(() => config.readAdmin()).toThrow(expected);
});

test('outbound connections: a mail server, allowed hosts, a key', () => {
  const config = loadConfig(
    {
      HOLDALL_SMTP_URL:
        'smtp://ada%40example.com:p%40ss%3Aw%2Frd@mail.example.com?from=Files <files@example.com>',
      HOLDALL_ALLOWED_PRIVATE_HOSTS: 'mail.internal, 10.0.0.0/8,fd00::/8, 192.168.1.5',
      HOLDALL_SECRET_KEY: 'ab'.repeat(32),
      HOLDALL_RECAPTCHA_ORIGIN: 'https://www.recaptcha.net/',
    },
    folder(),
  );
  expect(config.smtpUrl).toEqual({
    host: 'mail.example.com',
    port: 587,
    encryption: 'starttls',
    credentials: { username: 'ada@example.com', password: 'p@ss:w/rd' },
    from: { name: 'Files', address: 'files@example.com' },
  });
  expect(config.allowedPrivateHosts).toEqual(['mail.internal', '10.0.0.0/8', 'fd00::/8', '192.168.1.5']);
  expect(config.secretKey).toEqual(Buffer.alloc(32, 0xab));
  expect(config.recaptchaOrigin).toBe('https://www.recaptcha.net');
});

test('a key may be written in base64', () => {
  const key = Buffer.alloc(32, 0xfb);
  for (const text of [key.toString('base64'), key.toString('base64url')])
    expect(loadConfig({ HOLDALL_SECRET_KEY: text }, folder()).secretKey).toEqual(key);
});

test.each([
  ['smtps://mail.example.com', { port: 465, encryption: 'tls' }],
  ['smtp://mail.example.com:25', { port: 25, encryption: 'opportunistic' }],
  ['smtp://ada:secret@localhost:1025', { port: 1025, encryption: 'opportunistic' }],
  ['smtp://ada:secret@mail.example.com?encryption=none', { encryption: 'none' }],
  ['smtp://[::1]:25', { host: '::1', encryption: 'opportunistic' }],
])('%s sets the encryption of mails', (text, expected) => {
  expect(loadConfig({ HOLDALL_SMTP_URL: text }, folder()).smtpUrl).toMatchObject(expected);
});

test.each([
  [{ HOLDALL_SECRET_KEY: 'hidden-secret' }, /HOLDALL_SECRET_KEY is not valid: must be 32 random bytes/],
  [{ HOLDALL_SECRET_KEY: 'hidden-secret'.repeat(5).slice(0, 64) }, /HOLDALL_SECRET_KEY/],
  [{ HOLDALL_SECRET_KEY: 'ab'.repeat(31) }, /HOLDALL_SECRET_KEY/],
  [
    { HOLDALL_SMTP_URL: 'http://ada:hidden-secret@mail.example.com' },
    /HOLDALL_SMTP_URL is not valid: must look/,
  ],
  [{ HOLDALL_SMTP_URL: 'smtp://ada:hidden-secret@' }, /HOLDALL_SMTP_URL/],
  [{ HOLDALL_SMTP_URL: 'smtp://ada:hidden-secret%@mail.example.com' }, /HOLDALL_SMTP_URL/],
  [{ HOLDALL_SMTP_URL: 'smtp://ada:hidden-secret@mail.example.com/path' }, /HOLDALL_SMTP_URL/],
  [{ HOLDALL_SMTP_URL: 'smtp://ada:hidden-secret@mail.example.com?form=a@b.c' }, /HOLDALL_SMTP_URL/],
  [{ HOLDALL_SMTP_URL: 'smtp://ada:hidden-secret@mail.example.com?from=nobody' }, /HOLDALL_SMTP_URL/],
  [{ HOLDALL_ALLOWED_PRIVATE_HOSTS: 'a b' }, /HOLDALL_ALLOWED_PRIVATE_HOSTS.*host names/],
  [{ HOLDALL_RECAPTCHA_ORIGIN: 'javascript:x' }, /HOLDALL_RECAPTCHA_ORIGIN/],
])('%o stops the start and shows no secret', (env, expected) => {
  expect(() => loadConfig(env, folder())).toThrow(expected);
  expect(() => loadConfig(env, folder())).not.toThrow(/hidden-secret/);
});

test.each([
  [{}, undefined, false],
  [{ HOLDALL_MAINTENANCE: '1' }, undefined, true],
  [{ HOLDALL_MAINTENANCE: '0' }, { maintenance: true }, false],
  [{}, { maintenance: true }, true],
])('maintenance by %o and %o is %s', (env, file, expected) => {
  expect(loadConfig({ HOLDALL_DATA_DIR: folder(file), ...env }, '/').maintenance).toBe(expected);
});

test('object storage needs all of its fields, and its secret key may be in a file', () => {
  const path = join(folder(), 'key');
  writeFileSync(path, 'hidden-secret\n');
  const whole = {
    HOLDALL_S3_BUCKET: 'files',
    HOLDALL_S3_ACCESS_KEY: 'AKIA',
    HOLDALL_S3_SECRET_KEY_FILE: path,
    HOLDALL_S3_DOWNLOADS: 'direct',
  };
  expect(loadConfig(whole, folder())).toMatchObject({
    s3Bucket: 'files',
    s3SecretKey: 'hidden-secret',
    s3Downloads: 'direct',
    unknownVariables: [],
  });
  expect(loadConfig({}, folder()).s3Bucket).toBeUndefined();
  expect(() => loadConfig({ ...whole, HOLDALL_S3_SECRET_KEY_FILE: '' }, folder())).toThrow(
    /HOLDALL_S3_SECRET_KEY is not set: object storage needs/,
  );
  expect(() => loadConfig({ ...whole, HOLDALL_S3_SECRET_KEY_FILE: '/no/such' }, folder())).toThrow(
    /HOLDALL_S3_SECRET_KEY_FILE names .* does not exist/,
  );
  writeFileSync(path, 'hidden secret');
  expect(() => loadConfig(whole, folder())).toThrow(/HOLDALL_S3_SECRET_KEY is not valid/);
  expect(() => loadConfig(whole, folder())).not.toThrow(/hidden/);
});
