import type { GroupSettings } from '@holdall/contract/admin-settings';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { loadMessages } from '#shared/i18n/messages.ts';
import { eventually } from '#shared/testing/eventually.ts';
import { change, openPlace, write } from '#shared/testing/page.tsx';
import { openServer, type Call } from '#shared/testing/server.ts';
import { OthersTab } from './others-tab.tsx';

const attributes = {
  upload_limit: 0,
  chunk_size: 1e7,
  mimetypes_blacklist: [],
  default_capacity: 5e9,
  trash_retention_days: 30,
  versions: true,
  versions_thinning: 'automatic',
  versions_days: 90,
  versions_count: 20,
  registration: false,
  two_factor_required: 'nobody',
  contact_email: null,
  recaptcha_allowed: false,
  recaptcha_client_id: '',
  recaptcha_secret: false,
  activity_days: 365,
};

const settingsOf = (changed: GroupSettings['data']['attributes']): GroupSettings => ({
  data: { attributes: { ...attributes, ...changed }, images: {} },
  meta: { locked: [], fixed: [] },
});

const answerOf = ({ method, body }: Call): Response => {
  if (method !== 'GET') return Response.json(body ?? { cleared: {} });
  return Response.json({ data: { id: 'u', attributes: { two_factor_confirmed_at: null } } });
};

/** Opens the tab on a server that saves everything. */
const open = async (settings: GroupSettings) => {
  const calls = openServer(answerOf);
  await loadMessages('en');
  const { box, draw } = openPlace(new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  const show = (shown: GroupSettings) => draw(<OthersTab tab={{ group: 'others', settings: shown }} />);
  await show(settings);
  await change();
  const labelled = (label: string) =>
    [...box.querySelectorAll('label, [id$="-label"]')].find(({ textContent }) => textContent === label);
  const field = (label: string) => {
    const { id, htmlFor } = (labelled(label) ??
      expect.fail(`nothing is called ${label}`)) as HTMLLabelElement;
    return document.getElementById(htmlFor ?? '') ?? box.querySelector(`input[aria-labelledby~="${id}"]`);
  };
  const button = (name: string) =>
    [...box.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  return {
    box,
    show,
    field,
    type: (label: string, text: string) => change(() => write(field(label), text)),
    press: (name: string) => change(() => button(name)?.click()),
    leave: (label: string) =>
      change(() => field(label)?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))),
    enter: (label: string) =>
      change(() =>
        field(label)?.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
        ),
      ),
    /** The settings that were sent. */
    sent: () =>
      calls
        .filter(({ method, path }) => method !== 'GET' && path.includes('/settings/'))
        .map(({ body }) => body as { name: string; value: unknown })
        .map(({ name, value }) => [name, value]),
  };
};

test.each([
  ['automatic', []],
  ['days', ['Keep versions for']],
  ['count', ['Versions of each file']],
])('the rule %s for versions asks for %j', async (rule, asked) => {
  const { box } = await open(settingsOf({ versions_thinning: rule }));
  const labels = [...box.querySelectorAll('label')].map(({ textContent }) => textContent);
  const numbers = ['Keep versions for', 'Versions of each file'];
  expect(numbers.filter((label) => labels.includes(label))).toEqual(asked);
});

test.each([
  ['none', false],
  ['metered', false],
  ['fixed', true],
])('the plan %s shows the default size: %s', async (plan, isAsked) => {
  const { box } = await open(settingsOf({ subscription_type: plan }));
  expect(box.textContent.includes('Default storage')).toBe(isAsked);
});

const until = (expectation: () => void): Promise<void> => change(() => eventually(expectation));

test('an invalid value is told at its field and not sent; the others save themselves', async () => {
  const { box, type, enter, leave, sent, press } = await open(settingsOf({ subscription_type: 'none' }));
  await type('Upload limit', 'two');
  expect(box.textContent).toContain('Enter a size, like 10.');
  await type('Upload limit', '99999999999');
  expect(box.textContent).toContain('That’s too large. The maximum is 1 PB.');
  await type('Blocked file types', 'not a/type/at all!');
  await enter('Blocked file types');
  expect(box.textContent).toContain('isn’t a type or an extension');
  await type('Contact email', 'help@northlight');
  await leave('Contact email');
  expect(box.textContent).toContain('Enter a valid email, like name@example.com');
  await change();
  expect(sent()).toEqual([]);
  await type('Upload limit', '2');
  await type('Blocked file types', '.EXE');
  await enter('Blocked file types');
  await type('Contact email', 'help@northlight.example');
  await until(() =>
    expect(Object.fromEntries(sent())).toEqual({
      upload_limit: 2e9,
      mimetypes_blacklist: ['exe'],
      contact_email: 'help@northlight.example',
    }),
  );
  await press('Clear caches');
  await until(() => expect(box.textContent).toContain('There was nothing to clear'));
});

test('a secret is sent by its button, and only that there is one is shown', async () => {
  const { box, type, press, show, sent } = await open(settingsOf({ subscription_type: 'none' }));
  const secret = [...box.querySelectorAll('button')].find(({ textContent }) => textContent === 'Set');
  await change(() => secret?.click());
  await type('Secret key', 'a secret of some length');
  await press('Save');
  await until(() => expect(sent()).toEqual([['recaptcha_secret', 'a secret of some length']]));
  await show(settingsOf({ subscription_type: 'none', recaptcha_secret: true }));
  expect(box.textContent).toContain('A key is set');
  expect(box.innerHTML).not.toContain('a secret of some length');
});
