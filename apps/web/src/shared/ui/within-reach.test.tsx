import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announce, LiveRegion } from './live-region.tsx';
import { Popup } from './popup.tsx';
import { WithinReach } from './within-reach.tsx';

let root: Root;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});

afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
});

const popup = (title: string, inner?: ReactNode) => (
  <Popup key={title} title={title} bare={(id) => <h2 id={id}>{title}</h2>}>
    {inner}
  </Popup>
);
const draw = (...popups: readonly ReactNode[]) =>
  act(async () =>
    root.render(
      <>
        {popups}
        <WithinReach>
          <mark />
        </WithinReach>
        <LiveRegion />
      </>,
    ),
  );
const titleAround = (selector: string) =>
  document.querySelector(selector)?.closest('dialog')?.querySelector('h2')?.textContent;
const pass = () => act(async () => vi.advanceTimersByTime(200));
const said = () => document.querySelector('[role=status]')?.textContent;

test('the region stands in the dialog on top, and comes back to the page', async () => {
  await draw();
  const mark = document.querySelector('mark');
  expect(mark?.isConnected).toBe(true);
  await draw(popup('first'));
  expect(titleAround('mark')).toBe('first');
  await draw(popup('first'), popup('second'));
  expect(titleAround('mark')).toBe('second');
  await draw(popup('first'));
  expect(titleAround('mark')).toBe('first');
  await draw();
  expect(titleAround('mark')).toBeUndefined();
  expect(document.querySelector('mark')).toBe(mark);
});

test('a message is heard in the open dialog, and not again outside of it', async () => {
  await draw(popup('first'));
  await act(async () => announce('Copied.'));
  await pass();
  expect(titleAround('[role=status]')).toBe('first');
  expect(said()).toBe('Copied.');
  await draw();
  await pass();
  expect(said()).toBe('');
});

test('a message that closes its dialog is heard after it', async () => {
  await draw(popup('first'));
  await act(async () => announce('Letters was created.'));
  await draw();
  await pass();
  expect(said()).toBe('Letters was created.');
});

test('a message is said again: the region is empty in between', async () => {
  await draw();
  await act(async () => announce('Copied.'));
  await pass();
  await act(async () => announce('Copied.'));
  expect(said()).toBe('');
  await pass();
  expect(said()).toBe('Copied.');
});
