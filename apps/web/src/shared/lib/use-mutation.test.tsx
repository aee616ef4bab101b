import { expect, test } from 'vitest';
import { eventually } from '#shared/testing/eventually.ts';
import { change, openPlace } from '#shared/testing/page.tsx';
import { Button } from '#shared/ui/button.tsx';
import { useMutation } from './use-mutation.ts';

interface Asked {
  readonly wish: string;
  readonly answer: () => Promise<void>;
  readonly refuse: () => Promise<void>;
}

/** A form and a button that ask for the same, and the requests to the server. */
const drawn = async () => {
  const asked: Asked[] = [];
  const done: string[] = [];
  const Screen = () => {
    const { mutate, reset, isPending } = useMutation({
      mutationFn: (wish: string) => {
        const { promise, resolve, reject } = Promise.withResolvers<string>();
        asked.push({
          wish,
          answer: () => change(() => resolve(wish)),
          refuse: () => change(() => reject(new Error('no'))),
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
  const { box, draw } = openPlace();
  await draw(<Screen />);
  const find = (selector: string) => {
    const found = box.querySelector<HTMLElement>(selector);
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
    eventually(async () => {
      await change();
      expect(find('button').getAttribute('aria-busy')).toBeNull();
    });
  return { asked, done, press, submit, type, drawnIdle, wishes: () => asked.map(({ wish }) => wish) };
};

test('two presses in one moment start it once; so do Enter and a press', async () => {
  const { press, submit, wishes } = await drawn();
  await change(() => {
    press();
    press();
    submit();
  });
  expect(wishes()).toEqual(['pressed']);
  await change(press);
  expect(wishes()).toEqual(['pressed']);
});

test('an answered or refused mutation can be started again', async () => {
  const { asked, done, press, submit, drawnIdle, wishes } = await drawn();
  await change(submit);
  await asked[0]?.answer();
  await drawnIdle();
  expect(done).toEqual(['typed']);
  await change(press);
  await asked[1]?.refuse();
  await drawnIdle();
  await change(submit);
  expect(wishes()).toEqual(['typed', 'pressed', 'typed']);
});

test('a corrected value may be sent again before the first is answered, and that again only once', async () => {
  const { asked, submit, type, wishes } = await drawn();
  await change(submit);
  await change(type);
  await change(submit);
  expect(wishes()).toEqual(['typed', 'typed']);
  await asked[0]?.answer();
  await change(submit);
  expect(wishes()).toHaveLength(2);
});
