import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { ApiError } from '#shared/api/api-error.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { createStore, useStore } from '#shared/lib/store.ts';
import { useForm } from './use-form.ts';

beforeAll(withMessages);

const refusal = (errors: Record<string, string[]>): ApiError =>
  new ApiError({ status: 422, code: 'request.invalid', message: '', errors });

/** A form of two fields, the second of which must not be empty. */
const drawn = async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const failure = createStore<Error | null>(null);
  const taken: string[] = [];
  const Form = () => {
    const { form, faults, problem, read, forget } = useForm(useStore(failure));
    return (
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          const values = read((value) => ({
            first: undefined,
            second: value('second') ? undefined : 'Missing',
          }));
          if (values) taken.push(values('first') + values('second'));
        }}
      >
        {['first', 'second'].map((name) => (
          <input
            key={name}
            name={name}
            aria-label={faults[name] ?? 'fine'}
            aria-invalid={faults[name] ? true : undefined}
            onChange={forget}
          />
        ))}
        <output>{problem}</output>
      </form>
    );
  };
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    place.remove();
  });
  await act(async () => root.render(<Form />));
  const field = (name: string) => {
    const input = place.querySelector<HTMLInputElement>(`input[name=${name}]`);
    return input ?? expect.fail(`There is no field ${name}.`);
  };
  return {
    taken,
    said: () => [...place.querySelectorAll('input')].map((input) => input.getAttribute('aria-label')),
    problem: () => place.querySelector('output')?.textContent,
    focused: () => document.activeElement?.getAttribute('name'),
    write: (name: string, text: string) =>
      act(async () => {
        const input = field(name);
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }),
    submit: () =>
      act(async () => {
        place.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
      }),
    fail: (error: Error) => act(async () => failure.set(error)),
  };
};

test('what the page finds keeps the form from being sent, and gets the focus', async () => {
  const { submit, said, focused, taken, write } = await drawn();
  await submit();
  expect([said(), focused(), taken]).toEqual([['fine', 'Missing'], 'second', []]);
  await write('second', 'b');
  expect(said()).toEqual(['fine', 'fine']);
  await write('first', 'a');
  await submit();
  expect(taken).toEqual(['ab']);
});

test('what the server says of a field stands at it, until somebody mends it', async () => {
  const { submit, write, fail, said, focused, problem } = await drawn();
  await write('second', 'b');
  await submit();
  await fail(refusal({ first: ['Not yours.', 'And more.'] }));
  expect([said(), focused(), problem()]).toEqual([['Not yours.', 'fine'], 'first', '']);
  await write('first', 'c');
  expect(said()).toEqual(['fine', 'fine']);
});

test('what is wrong with no field is told by itself', async () => {
  const { fail, said, problem } = await drawn();
  await fail(new ApiError({ status: 429, code: 'limit.too_many', message: '' }));
  expect([said(), problem()]).toEqual([
    ['fine', 'fine'],
    'Too many attempts. Please wait a moment and try again.',
  ]);
});
