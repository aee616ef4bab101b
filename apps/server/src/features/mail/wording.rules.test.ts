import { en } from '@holdall/contract/messages/en';
import { accents } from '@holdall/contract/colors';
import { describe, expect, test } from 'vitest';
import { htmlOf, textOf } from './layout.rules.ts';
import type { MailTemplate, NewMail } from './mail.types.ts';
import { wordingOf } from './wording.rules.ts';

const home = 'https://files.example.com';
const link = (path: string): string => home + path;
const to = 'ada@example.com';
const resetLink = link('/create-new-password?token=a_b-c&x=1');

const every: { readonly [Template in MailTemplate]: NewMail } = {
  password_reset: { template: 'password_reset', to, values: { link: resetLink } },
  password_changed: { template: 'password_changed', to, values: {} },
  registration: { template: 'registration', to, values: { link: resetLink } },
  registration_known: { template: 'registration_known', to, values: { link: link('/') } },
  email_change: { template: 'email_change', to, values: { link: resetLink, email: 'ada@new.example' } },
  email_changed: { template: 'email_changed', to, values: { email: 'ada.lovelace@new.example' } },
  two_factor_changed: { template: 'two_factor_changed', to, values: { on: true } },
  welcome: { template: 'welcome', to, values: { link: resetLink } },
  account_ready: { template: 'account_ready', to, values: { link: link('/') } },
  shared: {
    template: 'shared',
    to,
    values: {
      link: link('/share/abc'),
      from: 'Ada Lovelace',
      name: 'Plans <1>',
      message: 'Look:\n<b>here</b>',
    },
  },
  guest_changes: {
    template: 'guest_changes',
    to,
    values: { link: link('/platform/my-shared-items'), name: 'Plans <1>', count: 40 },
  },
  versions_dropped: { template: 'versions_dropped', to, values: { link: link('/user/settings/storage') } },
  files_requested: {
    template: 'files_requested',
    to,
    values: {
      link: link('/request/abc'),
      from: 'Ada Lovelace',
      name: 'Photos <1>',
      message: 'All of them:\n<b>please</b>',
    },
  },
  warning: {
    template: 'warning',
    to,
    values: {
      link: link('/admin/dashboard'),
      code: 'disk_days',
      facts: { server: 'files1', free: 2_500_000_000, days: 3 },
    },
  },
  warning_over: {
    template: 'warning_over',
    to,
    values: {
      link: link('/admin/dashboard'),
      code: 'backup_old',
      facts: { date: '2026-11-01T02:00:00.000Z' },
    },
  },
  files_received: {
    template: 'files_received',
    to,
    values: {
      link: link('/platform/files/abc'),
      name: 'Photos <1>',
      folder: 'Trip',
      count: 2,
      size: 3_500_000,
      files: [
        { name: 'one.jpg', size: 1_500_000 },
        { name: '<b>two</b>.jpg', size: 2_000_000 },
      ],
    },
  },
  test: { template: 'test', to, values: {} },
};
const switchedOff: NewMail = { template: 'two_factor_changed', to, values: { on: false } };
const withTokens: NewMail = { template: 'password_changed', to, values: { tokens: 3 } };
const anonymous: NewMail = {
  template: 'shared',
  to,
  values: { link: link('/share/abc'), from: '', name: 'Plans', message: '' },
};
const single: NewMail = {
  template: 'guest_changes',
  to,
  values: { link: link('/platform/my-shared-items'), name: 'Plans', count: 1 },
};
const requestedAnonymously: NewMail = {
  template: 'files_requested',
  to,
  values: { link: link('/request/abc'), from: '', name: 'Photos', message: '' },
};
const receivedOne: NewMail = {
  template: 'files_received',
  to,
  values: {
    link: link('/platform/files/abc'),
    name: 'Photos',
    folder: 'Trip',
    count: 1,
    size: 1_000_000,
    files: [{ name: 'one.jpg', size: 1_000_000 }],
  },
};
const mails: readonly NewMail[] = [
  requestedAnonymously,
  receivedOne,
  ...Object.values(every),
  switchedOff,
  withTokens,
  anonymous,
  single,
];

interface WriteOptions {
  readonly app?: string;
  readonly messages?: Record<string, string>;
  readonly locale?: string;
}
const write = (mail: NewMail, { app = 'Holdall', messages = en, locale = 'en' }: WriteOptions = {}) => {
  const wording = wordingOf(mail, { locale, messages, app, link });
  return {
    wording,
    text: textOf(wording, { app }),
    html: htmlOf(wording, { app, accent: 'petrol', locale }),
  };
};
const unescape = (html: string): string =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

// A test mail is not enqueued.
test.each(Object.keys(every).filter((template) => template !== 'test'))(
  'administrators see a label for a queued mail of %s',
  (template) => {
    expect(en).toHaveProperty([`jobs.mail.${template}`]);
  },
);

test.each(mails)('$template $values has equal text and HTML', (mail) => {
  const { wording, text, html } = write(mail);
  for (const words of [wording.title, wording.text, wording.why, 'Holdall']) {
    expect(words.trim()).not.toBe('');
    expect(text).toContain(words);
    expect(unescape(html)).toContain(words);
  }
  expect(text + html + wording.subject).not.toMatch(/\{\{|\}\}|undefined/);
});

test.each(mails.filter(({ template }) => !['email_changed', 'test'].includes(template)))(
  '$template $values has one button, and its address as text',
  (mail) => {
    const { wording, text, html } = write(mail);
    const goal = 'link' in mail.values ? mail.values.link : link('/forgotten-password');
    expect(wording.button?.link).toBe(goal);
    expect(text.split('\n')).toContain(goal);
    expect(unescape(html).match(/href="[^"]*"/g)).toEqual([`href="${goal}"`, `href="${goal}"`]);
  },
);

test.each(mails)('$template $values has no external content, no scripts and no style sheet', (mail) => {
  expect(write(mail).html).not.toMatch(
    /<(img|script|style|link|iframe|object|form|svg)|src=|url\(|@import| on\w+=/i,
  );
});

test('mails tell two-factor on from off, and the old address learns little of the new one', () => {
  expect(write(every.two_factor_changed).wording.subject).toBe('Two-factor sign-in is on');
  expect(write(switchedOff).wording.subject).toBe('Two-factor sign-in is off');
  const { text } = write(every.email_changed);
  expect(text).toContain('a…@new.example');
  expect(text).not.toContain('lovelace');
});

describe('a hostile name', () => {
  const hostile = `"><img src=x onerror=alert(1)><script>alert('x')</script>`;

  test('of the application is inert', () => {
    const { wording, html } = write(every.test, { app: hostile });
    expect(wording.subject).toContain(hostile);
    expect(html).not.toMatch(/<(img|script)/);
    expect(html).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;');
  });

  test('as a value, in a translation or a link is inert', () => {
    const mail: NewMail = {
      template: 'email_change',
      to,
      values: { email: hostile, link: `${home}/?x="><b>` },
    };
    const { html } = write(mail, { messages: { 'mail.email_change.title': hostile } });
    expect(html).not.toMatch(/<(img|script|b)>?\s/);
    expect(html).not.toContain('"><b>');
  });

  test('begins no line, no header and no new direction of writing', () => {
    const app = 'Files\r\nBcc: eve@example.com\u2028\u202egnp.exe\0';
    const { wording } = write(every.test, { app });
    expect(wording.subject).toBe('Test email from Files Bcc: eve@example.com gnp.exe');
    expect(wording.text).not.toMatch(/[\r\n\u2028\u202e\0]/);
  });

  test('is not parsed as a placeholder', () => {
    const mail: NewMail = {
      template: 'email_change',
      to,
      values: { email: '{{app}}{{link}}', link: resetLink },
    };
    expect(write(mail).wording.text).toContain('{{app}}{{link}}');
  });
});

test('sizes are formatted as the language does', () => {
  const { text } = write(every.files_received);
  expect(text).toContain('3.5 MB');
  expect(text).toContain('> one.jpg (1.5 MB)\n> <b>two</b>.jpg (2 MB)');
  const french = write(every.files_received, {
    messages: { 'bytes.units': 'o ko Mo Go To Po' },
    locale: 'fr',
  });
  expect(french.text).toContain('> one.jpg (1,5 Mo)');
});

test('a right-to-left language is set right to left', () => {
  const { html } = write(every.shared, { messages: {}, locale: 'he' });
  expect(html).toContain('<html lang="he" dir="rtl">');
  expect(html).toContain('text-align:right');
  expect(html).toContain('border-right:3px');
  // A person's message has its own direction.
  expect(html).toContain('<p dir="auto"');
  expect(write(every.files_received, { messages: {}, locale: 'he' }).text).toContain('(\u200e1.5 MB)');
  expect(write(every.shared).html).not.toContain('rtl');
});

test('an untranslated message is English', () => {
  const { wording } = write(every.test, { messages: { 'mail.test.title': 'Es geht' } });
  expect(wording.title).toBe('Es geht');
  expect(wording.subject).toBe('Test email from Holdall');
});

/** WCAG 2.2, relative luminance. */
const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

test.each(accents)('white is legible on the button in %s', (accent) => {
  const { wording } = write(every.welcome);
  const html = htmlOf(wording, { app: 'Holdall', accent, locale: 'en' });
  const color = /background:(#[0-9a-f]{6});border-radius:9px/.exec(html)?.[1] ?? '';
  expect(1.05 / (luminance(color) + 0.05)).toBeGreaterThan(4.5);
});

test('a person’s message keeps its lines and contains no markup', () => {
  const { text, html } = write(every.shared);
  expect(text).toContain('> Look:\n> <b>here</b>');
  expect(html).toContain('Look:<br>&lt;b&gt;here&lt;/b&gt;');
});
