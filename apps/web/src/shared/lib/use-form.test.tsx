import { beforeAll, expect, test } from 'vitest';
import { ApiError } from '#shared/api/api-error.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { createStore, useStore } from '#shared/lib/store.ts';
import { change, openPlace, write } from '#shared/testing/page.tsx';
import { useForm } from './use-form.ts';

beforeAll(withMessages);

const refusal = (errors: Record<string, string[]>): ApiError =>
  new ApiError({ status: 422, code: 'request.invalid', message: '', errors });

/** A form of two fields, the second of which must not be empty, and one that nobody sees. */
const drawn = async () => {
  const failure = createStore<Error | null>(null);
  const taken: string[] = [];
  const Form = () => {
    const { form, faults, left, read, forget } = useForm(useStore(failure));
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
        <input name="unseen" hidden />
        <output>{left && errorText(left)}</output>
      </form>
    );
  };
  const { box, draw } = openPlace();
  await draw(<Form />);
  const named = (name: string) => box.querySelector<HTMLInputElement>(`input[name=${name}]`);
  return {
    taken,
    said: () => [...box.querySelectorAll('[aria-label]')].map((input) => input.getAttribute('aria-label')),
    problem: () => box.querySelector('output')?.textContent,
    focused: () => document.activeElement?.getAttribute('name'),
    selected: (name: string) => {
      const field = named(name);
      return field?.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0);
    },
    write: (name: string, text: string) => change(() => write(named(name), text)),
    submit: () =>
      change(() =>
        box.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
      ),
    fail: (error: Error) => change(() => failure.set(error)),
  };
};

test('a fault that the page finds keeps the form from being sent, and gets the focus', async () => {
  const { submit, said, focused, taken, write: type } = await drawn();
  await submit();
  expect([said(), focused(), taken]).toEqual([['fine', 'Missing'], 'second', []]);
  await type('second', 'b');
  expect(said()).toEqual(['fine', 'fine']);
  await type('first', 'a');
  await submit();
  expect(taken).toEqual(['ab']);
});

test('the server’s objection stands at its field, ready to be written anew, until somebody corrects it', async () => {
  const { submit, write: type, fail, said, focused, problem, selected } = await drawn();
  await type('first', 'wrong');
  await type('second', 'b');
  await submit();
  await fail(refusal({ first: ['Not yours.', 'And more.'] }));
  expect([said(), focused(), problem()]).toEqual([['Not yours.', 'fine'], 'first', '']);
  expect(selected('first')).toBe('wrong');
  await type('first', 'c');
  expect(said()).toEqual(['fine', 'fine']);
});

test.each(['unseen', 'elsewhere'])(
  'a fault of the field %s, which nobody sees, is told all the same',
  async (name) => {
    const { submit, write: type, fail, said, problem } = await drawn();
    await type('second', 'b');
    await submit();
    await fail(refusal({ [name]: ['Not yours.'] }));
    expect([said(), problem()]).toEqual([['fine', 'fine'], errorText(refusal({}))]);
    await type('first', 'c');
    expect(problem()).toBe('');
  },
);

test('a fault of no field is told by itself', async () => {
  const { fail, said, problem } = await drawn();
  await fail(new ApiError({ status: 429, code: 'limit.too_many', message: '' }));
  expect([said(), problem()]).toEqual([
    ['fine', 'fine'],
    'Too many attempts. Please wait a moment and try again.',
  ]);
});
