import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { SearchSelect } from './search-select.tsx';

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  await withMessages();
  // The window of these tests has none.
  Object.assign(HTMLElement.prototype, { showPopover: () => undefined });
});
afterEach(() => {
  Reflect.deleteProperty(HTMLElement.prototype, 'showPopover');
});

const options = ['Czech Republic', 'Slovakia', 'Iceland', 'Ireland'].map((label) => ({
  value: label.slice(0, 2),
  label,
}));

/** The field with the Czech Republic chosen. */
const drawn = async () => {
  const onChoose = vi.fn<(value: string) => void>();
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    host.remove();
  });
  await act(async () =>
    root.render(
      <SearchSelect
        id="country"
        aria-labelledby="label"
        aria-describedby={undefined}
        aria-invalid={undefined}
        options={options}
        value="Cz"
        onChoose={onChoose}
      />,
    ),
  );
  const input = host.querySelector('input') ?? expect.fail('no field');
  const press = (key: string) =>
    act(async () =>
      input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
    );
  /** Sets the field's new value as the browser does. */
  const write = (value: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
  const found = () => Array.from(host.querySelectorAll('[role=option]'), (option) => option.textContent);
  return { input, press, write, found, onChoose };
};

test('a visitor who comes by Tab, with the name selected, finds by the first letter on', async () => {
  const { input, press, write, found, onChoose } = await drawn();
  await write('I');
  expect(input.value).toBe('I');
  expect(found().slice(0, 2)).toEqual(['Iceland', 'Ireland']);
  await write('Ir');
  expect(found()).toEqual(['Ireland']);
  await press('Enter');
  expect(onChoose.mock.calls).toEqual([['Ir']]);
});

test('text that is written behind the name of a closed field begins the search', async () => {
  const { input, write, found } = await drawn();
  await write('Czech Republics');
  expect(input.value).toBe('s');
  expect(found()).toEqual(['Slovakia']);
});

test('arrows open the list at what is chosen, and Escape leaves that as it was', async () => {
  const { input, press, found, onChoose } = await drawn();
  await press('ArrowDown');
  expect(found()).toHaveLength(options.length);
  expect(input.getAttribute('aria-activedescendant')).toBe('country-list-Cz');
  await press('ArrowDown');
  expect(input.getAttribute('aria-activedescendant')).toBe('country-list-Sl');
  await press('Escape');
  expect([input.value, found(), onChoose.mock.calls]).toEqual(['Czech Republic', [], []]);
});
