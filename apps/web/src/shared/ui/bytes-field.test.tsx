import { beforeEach, expect, test } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { createStore, useStore } from '#shared/lib/store.ts';
import { change, openPlace, write } from '#shared/testing/page.tsx';
import { BytesField } from './bytes-field.tsx';

beforeEach(withMessages);

/** The field of five gigabytes; `comes` is what comes from elsewhere. */
const drawn = async () => {
  const { box, draw } = openPlace();
  const faults: (string | undefined)[] = [];
  const bytes = createStore<number | undefined>(5e9);
  const Page = () => (
    <BytesField
      value={useStore(bytes)}
      onChange={(next, fault) => {
        bytes.set(next);
        faults.push(fault);
      }}
    />
  );
  await draw(<Page />);
  const field = box.querySelector('input');
  return {
    faults,
    shown: () => field?.value,
    type: (text: string) => change(() => write(field, text)),
    comes: (value: number) => change(() => bytes.set(value)),
  };
};

test('a written amount stays as it is written', async () => {
  const { type, shown } = await drawn();
  await type('6.0');
  expect(shown()).toBe('6.0');
  await type('6.0x');
  expect(shown()).toBe('6.0x');
});

test('a value from elsewhere is shown, the former one, too', async () => {
  const { type, comes, shown } = await drawn();
  await type('6');
  await comes(5e9);
  expect(shown()).toBe('5');
  await comes(7e9);
  expect(shown()).toBe('7');
});

test('too large an amount stays to be corrected', async () => {
  const { type, shown, faults } = await drawn();
  await type('2000000');
  expect(shown()).toBe('2000000');
  expect(faults).toEqual([expect.stringContaining('too large')]);
});
