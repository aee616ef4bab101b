import { beforeAll, expect, test } from 'vitest';
import { ApiError } from '#shared/api/api-error.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { checkMail, mailDraft, mailFaults, sentMail } from './mail-form.ts';

beforeAll(withMessages);

const draft = mailDraft({ mail_driver: 'smtp', mail_host: 'mail.example.com', mail_port: 465 });
const wrong = (changed: Partial<typeof draft>): string[] => Object.keys(checkMail({ ...draft, ...changed }));

test('a form is read from settings and sent as it was', () => {
  expect(sentMail(mailDraft({}))).toEqual({ mail_driver: 'log' });
  expect(sentMail({ ...draft, mail_host: ' mail.example.com ', mail_port: ' 465 ' })).toEqual({
    mail_driver: 'smtp',
    mail_host: 'mail.example.com',
    mail_port: 465,
    mail_encryption: 'starttls',
    mail_username: '',
    mail_password: null,
    mail_from: '',
  });
});

test.each([
  ['mail_host', 'mail.example.com', ['', ' ']],
  ['mail_port', '25', ['', '0', '65536', '25a', '-1', '2.5']],
  ['mail_from', 'Files <files@example.com>', ['files', 'Files <files', 'a@example.com, b@example.com']],
] as const)('%s may be “%s”', (name, right, wrongs) => {
  expect(wrong({ [name]: right })).toEqual([]);
  for (const text of wrongs) expect([text, wrong({ [name]: text })]).toEqual([text, [name]]);
});

test('nothing of it is looked at where mails stay on the server', () => {
  expect(wrong({ mail_driver: 'log', mail_host: '', mail_port: 'x' })).toEqual([]);
});

test('findings of a trial are said in the page’s words, the rest as the server says it', () => {
  const error = (code: 'mail.not_sent' | 'request.invalid') =>
    new ApiError({
      status: 422,
      code,
      message: '',
      reason: 'certificate',
      errors: { mail_encryption: ['As the server says.'] },
    });
  expect(mailFaults(error('request.invalid'))).toEqual({ mail_encryption: 'As the server says.' });
  expect(mailFaults(error('mail.not_sent')).mail_encryption).toContain('certificate');
  expect(mailFaults(new Error('Not an answer.'))).toEqual({});
});
