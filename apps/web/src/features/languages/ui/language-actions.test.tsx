import type { Language } from '@holdall/contract/admin-languages';
import { QueryClient } from '@tanstack/react-query';
import { beforeAll, expect, test } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { eventually } from '#shared/testing/eventually.ts';
import { change, openPlace } from '#shared/testing/page.tsx';
import { openServer } from '#shared/testing/server.ts';
import { alerts } from '#shared/ui/alert.ts';
import { LanguageActions } from './language-actions.tsx';

beforeAll(withMessages);

const spanish = { id: 'es', attributes: { name: 'Español', default: false } } as Language;

/** Imports a file. @returns what the page says of it, and what was sent */
const imported = async (content: string, answer: object = {}) => {
  const calls = openServer(() => Response.json(answer));
  const { box, draw } = openPlace(new QueryClient());
  await draw(<LanguageActions language={spanish} onRemoved={() => undefined} />);
  const picker = box.querySelector<HTMLInputElement>('input[type=file]') ?? expect.fail('no picker');
  Object.defineProperty(picker, 'files', { value: [new File([content], 'es.json')] });
  await change(() => picker.dispatchEvent(new Event('change', { bubbles: true })));
  await change(() => eventually(() => expect(alerts.get()).not.toEqual([])));
  const [{ message } = expect.fail('nothing is said')] = alerts.get();
  alerts.set([]);
  return { message, sent: calls.filter(({ path }) => path.endsWith('/import')).map(({ body }) => body) };
};

test.each(['[]', '{"a":{"b":1}}', 'null', '{"trash.title":7}', 'no JSON'])(
  'a file with %s is no file of texts, and is not sent',
  async (content) => {
    const { message, sent } = await imported(content);
    expect(message).toContain('This isn’t a JSON file of texts.');
    expect(sent).toEqual([]);
  },
);

test('the texts of a file that are not kept are told', async () => {
  const texts = { 'trash.title': 'Basura', 'guests.moved': 'Movió', 'of.another.version': 'x' };
  const refused = [{ key: 'guests.moved', reason: 'The translation must contain {{name}}.' }];
  const { message, sent } = await imported(JSON.stringify(texts), {
    data: { saved: 1, refused, unknown: ['of.another.version', 'and.another'] },
  });
  expect(sent).toEqual([texts]);
  expect(message).toContain('guests.moved: The translation must contain');
  expect(message).toContain('2 texts from another version were left out.');
});
