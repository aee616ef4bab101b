import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from '#shared/api/api-error.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { createStore, useStore } from '#shared/lib/store.ts';
import { alerts } from '#shared/ui/alert.ts';
import { markAuthorized, markUnauthorized } from '#shared/session/session.ts';
import { useAutosave } from './use-autosave.ts';

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  await withMessages();
  vi.useFakeTimers();
  alerts.set([]);
});
afterEach(() => {
  vi.useRealTimers();
});

const unanswered = new ApiError({ status: 0, code: 'network', message: '' });
let fields = 0;
/** A text field of the value `Mara`, or of what others make of it, which answers as `save` says. */
const drawn = async (
  save: (value: string) => Promise<unknown>,
  name = `field-${(fields += 1)}`,
  known = createStore('Mara'),
) => {
  const Field = () => {
    const { value, change, onBlur, error, state } = useAutosave({ name, value: useStore(known), save });
    return (
      <>
        <input value={value} onChange={({ currentTarget }) => change(currentTarget.value)} onBlur={onBlur} />
        <output>{error ?? state.phase}</output>
      </>
    );
  };
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    place.remove();
  });
  await act(async () => root.render(<Field />));
  const input = place.querySelector('input');
  if (!input) throw new Error('There is no field.');
  const type = (text: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const blur = () => act(async () => input.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  const said = () => place.querySelector('output')?.textContent;
  const turnInto = (value: string) => act(async () => known.set(value));
  return { input, type, pass, blur, said, turnInto, leave: () => act(async () => root.unmount()) };
};

test('a blank is not saved, and gives way to what is saved when the field is left', async () => {
  const save = vi.fn(async () => undefined);
  const { input, type, pass, blur } = await drawn(save);
  await type('');
  await pass(1000);
  expect(input.value).toBe('');
  await blur();
  expect(input.value).toBe('Mara');
  expect(save).not.toHaveBeenCalled();
});

test('a value that was typed and taken back gives way to other users’ changes', async () => {
  const { input, type, pass, turnInto } = await drawn(vi.fn(async () => undefined));
  await type('Maria');
  await type('Mara');
  await pass(1000);
  await turnInto('Ema');
  expect(input.value).toBe('Ema');
});

test('a value that is saved in another form stays as typed until others change it, or the field is left', async () => {
  const known = createStore('Mara');
  const save = async (value: string): Promise<void> => known.set(value.trim());
  const { input, type, pass, blur, turnInto } = await drawn(save, undefined, known);
  await type('Maria ');
  await pass(1000);
  expect([input.value, known.get()]).toEqual(['Maria ', 'Maria']);
  await turnInto('Ema');
  expect(input.value).toBe('Ema');
  await type('Maria ');
  await pass(1000);
  await blur();
  expect(input.value).toBe('Maria');
});

test('an unsaved value stays, whatever others make of it meanwhile', async () => {
  const save = vi.fn<(value: string) => Promise<unknown>>(async () => undefined);
  const { input, type, pass, turnInto } = await drawn(save);
  await type('Maria');
  await turnInto('Ema');
  expect(input.value).toBe('Maria');
  await pass(150);
  expect(save.mock.calls).toEqual([['Maria']]);
  await type('');
  await turnInto('Eva');
  expect(input.value).toBe('');
});

/** The alert of the specification's section 8. */
const general = {
  title: 'Oh no, something went wrong',
  message: expect.stringContaining('try again') as string,
};

test('a value that the server refuses opens the general alert, and stays with its sentence below', async () => {
  const refused = new ApiError({
    status: 422,
    code: 'request.invalid',
    message: '',
    errors: { value: ['Names can have at most 100 characters.'] },
  });
  const { input, type, pass, blur, said } = await drawn(() => Promise.reject(refused));
  await type('Too long');
  await pass(150);
  await blur();
  expect([input.value, said()]).toEqual(['Too long', 'Names can have at most 100 characters.']);
  expect(alerts.get()).toMatchObject([general]);
});

test('a call that fails opens the general alert, and what was typed stays', async () => {
  const { input, type, pass, blur } = await drawn(() =>
    Promise.reject(new ApiError({ status: 500, code: 'server.failed', message: '' })),
  );
  await type('Mara K');
  await pass(150);
  await blur();
  expect(input.value).toBe('Mara K');
  expect(alerts.get()).toMatchObject([general]);
});

test('a waiting value is saved when the field goes', async () => {
  const save = vi.fn(async () => undefined);
  const { type, leave } = await drawn(save);
  await type('Mara K');
  await leave();
  expect(save.mock.calls).toEqual([['Mara K']]);
});

test('a change during a save whose field goes follows that save', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const save = vi.fn<(value: string) => Promise<unknown>>(() => promise);
  const { type, pass, leave } = await drawn(save);
  await type('Mar');
  await pass(150);
  await type('Maria');
  await leave();
  await pass(1000);
  expect(save.mock.calls).toEqual([['Mar']]);
  resolve();
  await pass(0);
  expect(save.mock.calls).toEqual([['Mar'], ['Maria']]);
});

test('a waiting value is sent at once when the page goes, whether the field is drawn or not', async () => {
  const save = vi.fn<(value: string) => Promise<unknown>>(() => new Promise(() => undefined));
  const { type, pass, leave } = await drawn(save);
  await type('Mar');
  await pass(150);
  await type('Maria');
  await leave();
  const other = await drawn(save);
  await other.type('Ema');
  expect(save.mock.calls).toEqual([['Mar']]);
  await act(async () => dispatchEvent(new Event('pagehide')));
  expect(save.mock.calls).toEqual([['Mar'], ['Ema'], ['Maria']]);
});

test('a value that was typed without a connection says so, and is saved once there is one again', async () => {
  const save = vi.fn<(value: string) => Promise<unknown>>(async () => undefined);
  save.mockRejectedValueOnce(new ApiError({ status: 0, code: 'network', message: '', errors: {} }));
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { input, type, pass, said } = await drawn(save);
  await type('Maria');
  await pass(150);
  expect(alerts.get()).toMatchObject([general]);
  expect([input.value, said()]).toEqual(['Maria', 'You’re offline. This will be saved when you’re back.']);
  online.mockReturnValue(true);
  await act(async () => dispatchEvent(new Event('online')));
  await pass(150);
  expect(save.mock.calls).toEqual([['Maria'], ['Maria']]);
  expect(said()).toBe('saved');
  await act(async () => dispatchEvent(new Event('online')));
  await pass(150);
  expect(save).toHaveBeenCalledTimes(2);
});

test('while the server does not answer, what was typed is tried again by itself until it is saved', async () => {
  const save = vi.fn<(value: string) => Promise<unknown>>(async () => undefined);
  save.mockRejectedValueOnce(unanswered).mockRejectedValueOnce(unanswered);
  const { input, type, pass, blur, said } = await drawn(save);
  await type('Maria');
  await pass(150);
  await blur();
  const waiting = 'The server can’t be reached. This will be saved when it answers again.';
  expect([input.value, said()]).toEqual(['Maria', waiting]);
  expect(alerts.get()).toMatchObject([general]);
  alerts.set([]);
  await pass(10_000);
  expect(save.mock.calls).toEqual([['Maria'], ['Maria'], ['Maria']]);
  expect(said()).toBe('saved');
  expect(alerts.get()).toEqual([]);
  await pass(60_000);
  expect(save).toHaveBeenCalledTimes(3);
});

test('a value that the server refuses is not tried any more', async () => {
  const refused = new ApiError({
    status: 422,
    code: 'request.invalid',
    message: '',
    errors: { value: ['No.'] },
  });
  const save = vi.fn<() => Promise<unknown>>(() => Promise.reject(refused));
  save.mockRejectedValueOnce(new ApiError({ status: 0, code: 'network', message: '' }));
  const { type, pass, said } = await drawn(save);
  await type('Maria');
  await pass(60_000);
  expect([save.mock.calls.length, said()]).toEqual([2, 'No.']);
  expect(alerts.get()).toMatchObject([general]);
});

/** Tells whether the browser would ask before the page goes. */
const isAsked = (): boolean => {
  const event = new Event('beforeunload', { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
};

test('the browser asks before the page goes as long as a value could not be saved', async () => {
  const save = vi.fn<(value: string) => Promise<unknown>>(async () => undefined);
  save.mockRejectedValueOnce(unanswered);
  const { type, pass } = await drawn(save);
  await type('Maria');
  expect(isAsked()).toBe(false);
  await pass(150);
  expect(isAsked()).toBe(true);
  await pass(2000);
  expect(save).toHaveBeenCalledTimes(2);
  expect(isAsked()).toBe(false);
});

test('a field that was left before it could be saved goes on, and shows what was typed when it is drawn again', async () => {
  const save = vi.fn<(value: string) => Promise<unknown>>(() => Promise.reject(unanswered));
  const first = await drawn(save, 'left');
  await first.type('Maria');
  await first.leave();
  await first.pass(3000);
  expect(save.mock.calls).toEqual([['Maria'], ['Maria']]);
  expect(isAsked()).toBe(true);
  const second = await drawn(save, 'left');
  expect(second.input.value).toBe('Maria');
  expect(second.said()).toContain('can’t be reached');
  save.mockResolvedValueOnce(undefined);
  await second.pass(30_000);
  expect(second.said()).toBe('saved');
  expect(isAsked()).toBe(false);
  await second.leave();
  expect((await drawn(save, 'left')).input.value).toBe('Mara');
});

test('a refusal after the field was left is told by an alert, once', async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  const { type, pass, leave } = await drawn(() => promise);
  await type('Maria');
  await leave();
  reject(
    new ApiError({ status: 422, code: 'request.invalid', message: '', errors: { value: ['Too long.'] } }),
  );
  await pass(60_000);
  expect(alerts.get()).toMatchObject([{ message: 'Too long.' }]);
  expect(isAsked()).toBe(false);
});

test('a value of one session is not saved in the next', async () => {
  markAuthorized();
  const save = vi.fn<(value: string) => Promise<unknown>>(() => Promise.reject(unanswered));
  const { type, pass, leave } = await drawn(save);
  await type('Maria');
  await pass(150);
  await leave();
  markUnauthorized();
  await pass(60_000);
  expect(save).toHaveBeenCalledTimes(1);
  expect(isAsked()).toBe(false);
});

test('a value that waits or is under way as the session ends is not sent in the next', async () => {
  markAuthorized();
  const { promise, reject } = Promise.withResolvers<never>();
  const save = vi.fn<(value: string) => Promise<unknown>>(() => promise);
  const waiting = await drawn(save);
  const sent = await drawn(save);
  await sent.type('Maria');
  await sent.pass(150);
  await waiting.type('Ema');
  await act(async () => markUnauthorized());
  await waiting.leave();
  await sent.leave();
  reject(unanswered);
  await sent.pass(60_000);
  expect(save.mock.calls).toEqual([['Maria']]);
  expect(alerts.get()).toEqual([]);
});
