import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { Button } from '#shared/ui/button.tsx';
import { useMutation } from './use-mutation.ts';

interface Asked {
  readonly wish: string;
  readonly answer: () => Promise<void>;
  readonly refuse: () => Promise<void>;
}

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

/** A form and a button that ask for the same, and what was asked of the server. */
const drawn = async () => {
  const asked: Asked[] = [];
  const done: string[] = [];
  const Screen = () => {
    const { mutate, reset, isPending } = useMutation({
      mutationFn: (wish: string) => {
        const { promise, resolve, reject } = Promise.withResolvers<string>();
        asked.push({
          wish,
          answer: () => act(async () => resolve(wish)),
          refuse: () => act(async () => reject(new Error('no'))),
        });
        return promise;
      },
    });
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          mutate('typed', { onSuccess: (wish) => done.push(wish) });
        }}
      >
        <input onChange={reset} />
        <Button busy={isPending} onClick={() => mutate('pressed')} />
      </form>
    );
  };
  const place = document.createElement('div');
  const root = createRoot(place);
  onTestFinished(() => act(async () => root.unmount()));
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Screen />
      </QueryClientProvider>,
    ),
  );
  const find = (selector: string) => {
    const found = place.querySelector<HTMLElement>(selector);
    if (!found) throw new Error(`There is no ${selector}.`);
    return found;
  };
  const press = (): void => find('button').click();
  const submit = () => find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  const type = () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(find('input'), 'x');
    find('input').dispatchEvent(new Event('input', { bubbles: true }));
  };
  const drawnIdle = () =>
    vi.waitFor(async () => {
      await act(async () => undefined);
      expect(find('button').getAttribute('aria-busy')).toBeNull();
    });
  return { asked, done, press, submit, type, drawnIdle, wishes: () => asked.map(({ wish }) => wish) };
};

test('two presses in one moment start it once; so do Enter and a press', async () => {
  const { press, submit, wishes } = await drawn();
  await act(async () => {
    press();
    press();
    submit();
  });
  expect(wishes()).toEqual(['pressed']);
  await act(async () => press());
  expect(wishes()).toEqual(['pressed']);
});

test('once it is answered, or refused, it can be started again', async () => {
  const { asked, done, press, submit, drawnIdle, wishes } = await drawn();
  await act(async () => submit());
  await asked[0]?.answer();
  await drawnIdle();
  expect(done).toEqual(['typed']);
  await act(async () => press());
  await asked[1]?.refuse();
  await drawnIdle();
  await act(async () => submit());
  expect(wishes()).toEqual(['typed', 'pressed', 'typed']);
});

test('who mends what was typed may send it again before the first is answered, and that again only once', async () => {
  const { asked, submit, type, wishes } = await drawn();
  await act(async () => submit());
  await act(async () => type());
  await act(async () => submit());
  expect(wishes()).toEqual(['typed', 'typed']);
  await asked[0]?.answer();
  await act(async () => submit());
  expect(wishes()).toHaveLength(2);
});
