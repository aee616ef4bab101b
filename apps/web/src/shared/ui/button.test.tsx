import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { Button } from './button.tsx';

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

const drawn = async (busy?: boolean) => {
  let presses = 0;
  let submits = 0;
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  onTestFinished(() => act(async () => root.unmount()));
  await act(async () =>
    root.render(
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submits += 1;
        }}
      >
        <Button type="submit" {...(busy !== undefined && { busy })} onClick={() => (presses += 1)} />
      </form>,
    ),
  );
  const button = place.querySelector('button');
  if (!button) throw new Error('There is no button.');
  const click = (detail: number) =>
    act(async () =>
      button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail })),
    );
  const hold = async (): Promise<boolean> => {
    const event = new KeyboardEvent('keydown', {
      key: 'Enter',
      repeat: true,
      bubbles: true,
      cancelable: true,
    });
    await act(async () => button.dispatchEvent(event));
    return event.defaultPrevented;
  };
  return { click, hold, counts: () => ({ presses, submits }) };
};

test('a single action is started by the first click of a double click and by the first moment of a key', async () => {
  const { click, hold, counts } = await drawn(false);
  await click(1);
  await click(2);
  expect(counts()).toEqual({ presses: 1, submits: 1 });
  expect(await hold()).toBe(true);
});

test('a repeatable action is done with each press', async () => {
  const { click, hold, counts } = await drawn();
  await click(1);
  await click(2);
  expect(counts()).toEqual({ presses: 2, submits: 2 });
  expect(await hold()).toBe(false);
});

test('while it is busy a press does nothing', async () => {
  const { click, counts } = await drawn(true);
  await click(1);
  expect(counts()).toEqual({ presses: 0, submits: 0 });
});
