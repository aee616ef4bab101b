import { QueryClient } from '@tanstack/react-query';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { media } from '#shared/lib/use-media.ts';
import { openWindow } from '#shared/testing/media.ts';
import { change, openPlace, write } from '#shared/testing/page.tsx';
import { openServer } from '#shared/testing/server.ts';
import { AddLanguagePopup } from './add-language.popup.tsx';

beforeAll(withMessages);
beforeEach(() => {
  // The test environment lacks `showPopover`.
  Object.assign(HTMLElement.prototype, { showPopover: () => undefined });
  onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, 'showPopover'));
});

const open = async (answer: () => Response = () => Response.error()) => {
  const calls = openServer(answer);
  const onAdded = vi.fn<Parameters<typeof AddLanguagePopup>[0]['onAdded']>();
  const { box, draw } = openPlace(new QueryClient());
  await draw(<AddLanguagePopup known={['en']} onAdded={onAdded} onClose={() => undefined} />);
  const field = () => box.querySelector<HTMLInputElement>('[role=combobox]') ?? expect.fail('no field');
  return {
    box,
    field,
    calls,
    onAdded,
    add: () => {
      const button = box.querySelector<HTMLButtonElement>('button[type=submit]');
      button?.focus();
      return change(() => button?.click());
    },
    choose: async (name: string) => {
      await change(() => field().click());
      await change(() => write(field(), name));
      await change(() => box.querySelector<HTMLElement>('[role=option]')?.click());
    },
  };
};

test('the field has the focus when the popup opens', async () => {
  openWindow(media.autofocus);
  const { field } = await open();
  expect(document.activeElement).toBe(field());
});

test('a missing choice shows at the field, which gets the focus', async () => {
  const { box, field, add, calls, choose } = await open();
  await add();
  expect(box.querySelector('.field-error')?.textContent).toBe('Choose a language.');
  expect(document.activeElement).toBe(field());
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(calls).toEqual([]);
  await choose('Icel');
  expect(box.querySelector('.field-error')).toBeNull();
});

test('the chosen language is added; existing ones cannot be chosen', async () => {
  const added = { id: 'is', type: 'language', attributes: { name: 'Icelandic' } };
  const { box, field, add, calls, onAdded, choose } = await open(() =>
    Response.json({ data: added }, { status: 201 }),
  );
  await change(() => field().click());
  const offered = Array.from(box.querySelectorAll('[role=option]'), ({ textContent }) => textContent);
  expect(offered).not.toContain('English');
  await choose('Icel');
  expect(field().value).toMatch(/^Icelandic/);
  await add();
  expect(calls[0]).toMatchObject({ method: 'POST', body: { locale: 'is' } });
  expect(onAdded).toHaveBeenCalledWith({ id: 'is', name: 'Icelandic' });
});

test('a failure to add a language shows its reason and can be retried', async () => {
  const { box, add, onAdded, choose } = await open(() =>
    Response.json({ status: 409, code: 'language.exists', message: 'There.' }, { status: 409 }),
  );
  await choose('Icel');
  await add();
  expect(box.querySelector('.form-problem')).not.toBeNull();
  expect(onAdded).not.toHaveBeenCalled();
  await choose('Iri');
  expect(box.querySelector('.form-problem')).toBeNull();
});
