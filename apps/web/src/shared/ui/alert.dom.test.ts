import { en } from '@holdall/contract/messages/en';
import { expect, test, vi } from 'vitest';
import { loadMessages } from '#shared/i18n/messages.ts';
import { alerts, closeAlert, openAlert } from './alert.ts';

const buttonIn = async (messages: object): Promise<string | undefined> => {
  vi.stubGlobal('fetch', async () => Response.json(messages));
  await loadMessages('xx');
  openAlert({ title: 'No', message: 'Not now.' });
  const button = alerts.get()[0]?.button;
  closeAlert();
  return button;
};

test('the button of an error says what the language has for it, else something sad in English', async () => {
  expect(await buttonIn({ 'alerts.error_confirm': 'Wie schade' })).toBe('Wie schade');
  expect(await buttonIn({ 'actions.close': 'Schließen' })).toBe(en['alerts.error_confirm']);
});
