import type { Config } from '@holdall/contract/settings';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { putConfig } from '#shared/config/config.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { leaveSession, markAuthorized } from '#shared/session/session.ts';
import { eventually } from '#shared/testing/eventually.ts';
import { change } from '#shared/testing/page.tsx';
import { inS3, kept, open, refused, settingsOf, type Answers } from '../testing/environment-desk.tsx';

const mailPath = '/api/admin/settings/mail';
const mailTestPath = '/api/admin/settings/test/mail';
const settingPath = '/api/admin/settings/environment';

afterEach(() => change(() => leaveSession()));
beforeEach(async () => {
  markAuthorized();
  putConfig({ host: 'https://files.example.com' } as Config);
  await withMessages();
});

const smtp = {
  mail_driver: 'smtp',
  mail_host: 'mail.example.com',
  mail_port: 587,
  mail_encryption: 'starttls',
  mail_username: '',
  mail_password: null,
  mail_from: '',
};

test('email is saved as a whole after the page and the server have validated it', async () => {
  const answers: Answers = {
    settings: settingsOf({ mail_driver: 'log', mail_host: '', mail_password: false }),
    answer: () => refused('mail.not_sent', { reason: 'sign_in', errors: { mail_password: ['English.'] } }),
  };
  const page = await open(answers);
  expect(page.field('Server')).toBeNull();
  await page.choose('smtp');
  await page.type('Port', '70000');
  await page.type('Sender', '<files');
  await page.press('Save');
  expect(page.faultOf('Server')).toBe('Enter the server name.');
  expect(page.faultOf('Port')).toBe('Enter a port from 1 to 65535.');
  expect(page.faultOf('Sender')).toContain('Enter an email like files@example.com');
  expect(document.activeElement).toBe(page.field('Server'));
  await page.type('Server', ' mail.example.com ');
  await page.type('Port', '465');
  await page.type('Sender', 'Northlight <files@northlight.example>');
  await page.type('User name', 'files');
  await page.type('Password', 'hidden');
  expect(page.paths()).toEqual([]);
  await page.press('Save');
  expect(page.faultOf('Password')).toBe('The mail server doesn’t accept this user name and password.');
  expect(document.activeElement).toBe(page.field('Password'));
  const mail = {
    ...smtp,
    mail_port: 465,
    mail_username: 'files',
    mail_password: 'hidden',
    mail_from: 'Northlight <files@northlight.example>',
  };
  answers.answer = () => Response.json({ to: 'admin@example.com' });
  await page.press('Send test email');
  // The test uses the values in the form.
  expect(page.sent(mailTestPath)).toEqual([{ mail }]);
  expect(page.box.textContent).toContain('Test email sent to admin@example.com.');
  answers.answer = () => {
    answers.settings = settingsOf({ ...mail, mail_password: true });
    return Response.json(answers.settings);
  };
  await page.press('Save');
  expect(page.sent(mailPath)).toEqual([mail, mail]);
  expect(page.field('Password')?.value).toBe('');
  expect(page.field('Password')?.getAttribute('placeholder')).toContain('A password is set');
  expect(page.box.textContent).toContain('Saved. It works');
});

test('a password is kept only for the same server, port, encryption and user', async () => {
  const page = await open({ settings: settingsOf({}), answer: () => refused('server.failed') });
  const isKept = () => (page.field('Password') as HTMLInputElement | null)?.placeholder !== '';
  expect(isKept()).toBe(true);
  for (const [label, other, own] of [
    ['Server', 'mail.example.org', 'mail.example.com'],
    ['Port', '465', '587'],
    ['User name', 'files', ''],
  ] as const) {
    await page.type(label, other);
    expect([label, isKept()]).toEqual([label, false]);
    await page.type(label, own);
    expect([label, isKept()]).toEqual([label, true]);
  }
  await page.choose('tls');
  expect(isKept()).toBe(false);
});

test('a failed test without a faulty field shows its reason in the page’s words', async () => {
  const page = await open({
    settings: settingsOf({}),
    answer: () => refused('mail.not_sent', { reason: 'recipient' }),
  });
  await page.press('Send test email');
  expect(page.sent(mailTestPath)).toEqual([{ mail: smtp }]);
  expect(page.box.querySelector('.setting-foot [role="alert"]')?.textContent).toContain(
    'doesn’t accept emails for this address',
  );
});

test('an unsaved form survives a visit to other tabs, and the browser asks before it is lost', async () => {
  const answers: Answers = { settings: settingsOf(inS3), answer: () => refused('server.failed') };
  const leaves = (): boolean => dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const first = await open(answers);
  expect(leaves()).toBe(true);
  await first.type('Secret key', 'shown-once');
  await first.type('Server', 'mail.example.co');
  await change(() => first.leave());
  expect(leaves()).toBe(false);
  const again = await open(answers);
  expect([again.field('Secret key')?.value, again.field('Server')?.value]).toEqual([
    'shown-once',
    'mail.example.co',
  ]);
  // Each form discards its own changes.
  await again.press('Discard changes');
  expect(again.field('Secret key')?.value).toBe('');
  expect(leaves()).toBe(false);
  await again.press('Discard changes');
  expect(again.field('Server')?.value).toBe('mail.example.com');
  expect(leaves()).toBe(true);
  await again.type('Prefix', 'holdall/');
  await change(() => leaveSession());
  expect(leaves()).toBe(true);
  expect(again.field('Prefix')?.value).toBe('');
});

test('an ineffective edit raises no question and disappears with its form', async () => {
  const answers: Answers = {
    settings: settingsOf({ mail_driver: 'log', mail_password: false }),
    answer: () => refused('server.failed'),
  };
  const leaves = (): boolean => dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const page = await open(answers);
  await page.type('Public address', ' ');
  await page.choose('smtp');
  await page.type('Password', 'hidden');
  expect(leaves()).toBe(false);
  await page.choose('log');
  expect([page.button('Save'), page.button('Discard changes')]).toEqual([undefined, undefined]);
  expect(leaves()).toBe(true);
  await change(() => page.leave());
  const again = await open(answers);
  expect(again.field('Public address')?.value).toBe('');
  await again.choose('smtp');
  expect(again.field('Password')?.value).toBe('');
});

test('discarding changes keeps the focus in the form, even where its choice is read-only', async () => {
  const fixed = ['storage_driver', 's3_endpoint', 's3_bucket', 's3_prefix'];
  const page = await open({ settings: settingsOf(inS3, { fixed }), answer: () => refused('server.failed') });
  await page.type('Access key', 'OTHER');
  await change(() => page.button('Discard changes')?.focus());
  await page.press('Discard changes');
  expect(page.field('Region')?.closest('form')?.contains(document.activeElement)).toBe(true);
});

test('the pressed button keeps the focus while a call runs, and the fields are disabled meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const page = await open({ settings: settingsOf(inS3), answer: () => promise });
  await page.type('Prefix', 'holdall/');
  await change(() => page.button('Save')?.focus());
  await page.press('Save');
  expect(document.activeElement).toBe(page.button('Save'));
  expect((page.field('Prefix') as HTMLInputElement | null)?.readOnly).toBe(true);
  await page.choose('disk');
  expect(page.field('Prefix')?.value).toBe('holdall/');
  resolve(Response.json(settingsOf({ ...inS3, s3_prefix: 'holdall/' })));
  await eventually(async () => {
    await change();
    expect(page.box.textContent).toContain('Saved.');
  });
  expect(document.activeElement).toBe(page.button('Save'));
});

test('the public address is saved by its button, and a refusal shows its reason', async () => {
  const answers: Answers = { settings: settingsOf({}), answer: () => refused('settings.address_unusable') };
  const page = await open(answers);
  expect(page.field('Public address')?.getAttribute('placeholder')).toBe('https://files.example.com');
  await page.type('Public address', 'files.example.com');
  await page.press('Save');
  expect(page.faultOf('Public address')).toContain('Enter an address like https://files.example.com');
  expect(page.paths()).toEqual([]);
  await page.type('Public address', 'http://localhost:8080');
  expect(page.box.textContent).toContain('Only this computer can open localhost.');
  await page.type('Public address', ' https://other.example.com/ ');
  expect(page.box.textContent).not.toContain('Only this computer');
  await page.press('Save');
  expect(page.faultOf('Public address')).toContain('Open the app at the new address first');
  answers.answer = () => {
    answers.settings = settingsOf({ url: 'https://other.example.com' });
    return Response.json({ name: 'url', value: 'https://other.example.com' });
  };
  await change(() => page.button('Save')?.focus());
  await page.press('Save');
  expect(page.sent(settingPath)).toEqual([
    { name: 'url', value: 'https://other.example.com/', _method: 'patch' },
    { name: 'url', value: 'https://other.example.com/', _method: 'patch' },
  ]);
  expect(page.field('Public address')?.value).toBe('https://other.example.com');
  // The buttons are gone.
  expect(document.activeElement).toBe(page.field('Public address'));
  expect(page.box.textContent).toContain('Saved. Links in emails and shares now lead there');
});

test('the public address warns that a switch between http and https signs others out', async () => {
  const page = await open({
    settings: settingsOf({ url: 'https://files.example.com' }),
    answer: () => Response.json({}),
  });
  const warning = 'Everyone else will have to sign in again.';
  expect(page.box.textContent).not.toContain(warning);
  await page.type('Public address', 'https://other.example.com');
  expect(page.box.textContent).not.toContain(warning);
  await page.type('Public address', 'http://');
  expect(page.box.textContent).not.toContain(warning);
  await page.type('Public address', 'http://other.example.com');
  expect(page.box.textContent).toContain(warning);
});

test('a save of the address cannot be discarded; discarding moves the focus to its field', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const page = await open({ settings: settingsOf({}), answer: () => promise });
  const field = page.field('Public address');
  await page.type('Public address', 'https://other.example.com');
  await page.press('Save');
  await page.press('Discard changes');
  expect(field?.value).toBe('https://other.example.com');
  resolve(refused('settings.address_unusable'));
  await eventually(async () => {
    await change();
    expect(page.faultOf('Public address')).toContain('Open the app at the new address first');
  });
  await change(() => page.button('Discard changes')?.focus());
  await page.press('Discard changes');
  expect(field?.value).toBe('');
  expect(document.activeElement).toBe(field);
});

test('the sender can be set where the environment sets only the mail server, and is saved once it is valid', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const locked = Object.keys(kept).filter((name) => name.startsWith('mail_') && name !== 'mail_from');
  const answers: Answers = {
    settings: settingsOf({}, { locked }),
    answer: ({ body }) => Response.json(body),
  };
  const page = await open(answers);
  expect(page.box.textContent).toContain('is set by the server’s environment');
  const whole = 'Northlight <files@northlight.example>';
  for (const written of ['N', 'Northlight <files@', whole]) {
    await page.type('Sender', written);
    await change(() => vi.advanceTimersByTimeAsync(200));
  }
  expect(page.sent(settingPath)).toEqual([{ name: 'mail_from', value: whole, _method: 'patch' }]);
  // A pending valid value is not sent after it has become invalid.
  answers.settings = settingsOf({ mail_from: whole }, { locked });
  await page.type('Sender', 'files@northlight.example');
  await page.type('Sender', 'files@northlight.example <');
  await change(() => vi.advanceTimersByTimeAsync(1000));
  vi.useRealTimers();
  expect(page.sent(settingPath)).toHaveLength(1);
  await change(() => page.leave());
  const again = await open(answers);
  expect(again.field('Sender')?.value).toBe('files@northlight.example <');
  expect(again.faultOf('Sender')).toContain('Enter an email like files@example.com');
  answers.answer = () => Response.json({ to: 'admin@example.com' });
  await again.press('Send test email');
  expect(again.sent(mailTestPath)).toEqual([{}]);
});
