import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAutosave, isSavable } from './autosave.ts';

interface Sent {
  readonly value: unknown;
  readonly succeed: () => Promise<void>;
  readonly fail: (error: unknown) => Promise<void>;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A field that the server knows as `before`, and the requests that wait for their answers. */
const field = (before: unknown = 'before', { forced = false } = {}) => {
  const sent: Sent[] = [];
  const failures: unknown[] = [];
  let known = before;
  const autosave = createAutosave<unknown>({
    save: (value) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      sent.push({
        value,
        succeed: async () => {
          known = value;
          resolve();
          await vi.advanceTimersByTimeAsync(0);
        },
        fail: async (error) => {
          reject(error);
          await vi.advanceTimersByTimeAsync(0);
        },
      });
      return promise;
    },
    current: () => known,
    forced,
    onFailure: (error) => failures.push(error),
  });
  const phase = () => autosave.state.get().phase;
  return { ...autosave, sent, failures, phase, values: () => sent.map(({ value }) => value) };
};

test('the last of several changes is saved, 150 ms after it', async () => {
  const { change, values, sent, phase, state } = field();
  change('a');
  vi.advanceTimersByTime(149);
  change('ab');
  vi.advanceTimersByTime(149);
  expect(values()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(values()).toEqual(['ab']);
  expect(phase()).toBe('saving');
  await sent[0]?.succeed();
  expect(state.get()).toMatchObject({ phase: 'saved', saves: 1 });
});

test.each([
  ['empty', ''],
  ['a single space', ' '],
  ['spaces alone', ' \u00a0 '],
  ['an object', { a: 1 }],
  ['null', null],
  ['nothing', undefined],
])('%s is not saved by itself, and takes back what waited', (_what, value) => {
  expect(isSavable(value)).toBe(false);
  const { change, values } = field();
  change('a');
  change(value);
  vi.advanceTimersByTime(1000);
  expect(values()).toEqual([]);
});

test.each([0, false, ' a', 'a'])('%j is saved', (value) => expect(isSavable(value)).toBe(true));

test('a forced value is saved, whatever it is', () => {
  const { change, values } = field('CZ', { forced: true });
  change(null);
  vi.advanceTimersByTime(150);
  expect(values()).toEqual([null]);
});

test('one request is under way at a time, and the last value follows it', async () => {
  const { change, values, sent, state } = field();
  change('a');
  vi.advanceTimersByTime(150);
  change('ab');
  vi.advanceTimersByTime(150);
  change('abc');
  vi.advanceTimersByTime(150);
  expect(values()).toEqual(['a']);
  await sent[0]?.succeed();
  expect(values()).toEqual(['a', 'abc']);
  await sent[1]?.succeed();
  expect(state.get()).toMatchObject({ phase: 'saved', saves: 2 });
});

test('a value that is known already is not sent; one that goes back while another is under way is', async () => {
  const { change, values, sent, phase } = field('before');
  change('after');
  change('before');
  vi.advanceTimersByTime(1000);
  expect(values()).toEqual([]);
  expect(phase()).toBe('idle');
  change('after');
  vi.advanceTimersByTime(150);
  change('before');
  vi.advanceTimersByTime(150);
  await sent[0]?.succeed();
  expect(values()).toEqual(['after', 'before']);
});

test('a failure is told once, and the same value may be tried again', async () => {
  const { change, values, sent, failures, phase } = field();
  change('a');
  vi.advanceTimersByTime(150);
  await sent[0]?.fail('no');
  expect([phase(), failures]).toEqual(['failed', ['no']]);
  change('a');
  vi.advanceTimersByTime(150);
  expect(values()).toEqual(['a', 'a']);
});

test('a waiting value is sent when the page goes, even beside a request that is under way, and only once', async () => {
  const { change, values, sent, flush, state } = field();
  change('a');
  vi.advanceTimersByTime(150);
  change('ab');
  flush({ leaving: true });
  expect(values()).toEqual(['a', 'ab']);
  // The page came back: the older answer, which comes later, is not the field's value.
  await sent[1]?.succeed();
  await sent[0]?.fail('late');
  expect(state.get().phase).toBe('saved');
  vi.advanceTimersByTime(1000);
  flush({ leaving: true });
  expect(values()).toEqual(['a', 'ab']);
});

test('a blurred value is sent at once, but not beside another request', async () => {
  const { change, values, sent, flush } = field();
  change('a');
  flush();
  expect(values()).toEqual(['a']);
  change('ab');
  flush();
  expect(values()).toEqual(['a']);
  await sent[0]?.succeed();
  expect(values()).toEqual(['a', 'ab']);
});
