import { expect, test } from 'vitest';
import { eventually } from '#shared/testing/eventually.ts';
import { change, openPlace } from '#shared/testing/page.tsx';
import { Button } from '#shared/ui/button.tsx';
import { useMutation } from './use-mutation.ts';

interface Asked {
  readonly request: string;
  readonly answer: () => Promise<void>;
  readonly refuse: () => Promise<void>;
}

/** A form and a button that ask for the same, and the requests to the server. */
const drawn = async () => {
  const asked: Asked[] = [];
  const done: string[] = [];
  const Screen = () => {
    const { mutate, reset, isPending } = useMutation({
      mutationFn: (request: string) => {
        const { promise, resolve, reject } = Promise.withResolvers<string>();
        asked.push({
          request,
          answer: () => change(() => resolve(request)),
          refuse: () => change(() => reject(new Error('no'))),
        });
        return promise;
      },
    });
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          mutate('typed', { onSuccess: (request) => done.push(request) });
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
  return { asked, done, press, submit, type, drawnIdle, requests: () => asked.map(({ request }) => request) };
};

test('two presses in one moment start it once; so do Enter and a press', async () => {
  const { press, submit, requests } = await drawn();
  await change(() => {
    press();
    press();
    submit();
  });
  expect(requests()).toEqual(['pressed']);
  await change(press);
  expect(requests()).toEqual(['pressed']);
});

test('an answered or refused mutation can be started again', async () => {
  const { asked, done, press, submit, drawnIdle, requests } = await drawn();
  await change(submit);
  await asked[0]?.answer();
  await drawnIdle();
  expect(done).toEqual(['typed']);
  await change(press);
  await asked[1]?.refuse();
  await drawnIdle();
  await change(submit);
  expect(requests()).toEqual(['typed', 'pressed', 'typed']);
});

test('a corrected value may be sent again before the first is answered, and that again only once', async () => {
  const { asked, submit, type, requests } = await drawn();
  await change(submit);
  await change(type);
  await change(submit);
  expect(requests()).toEqual(['typed', 'typed']);
  await asked[0]?.answer();
  await change(submit);
  expect(requests()).toHaveLength(2);
});
