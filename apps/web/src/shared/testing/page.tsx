import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished } from 'vitest';

// Within the turn of the event loop that an answer comes in.
notifyManager.setScheduler(queueMicrotask);

type Change = (make?: () => unknown) => Promise<void>;

// That of the browser, whatever a test puts into its place.
const nextTurn = globalThis.setTimeout;
export const turn = (): Promise<void> => new Promise((resolve) => void nextTurn(resolve));

/** Does something, and lets its effects be reported, answered and drawn. */
export const change: Change = (make = () => undefined) => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  return act(async () => {
    await make();
    await turn();
  });
};

/** A place that is drawn into until the test ends. @param changing lets what it is told be drawn */
export const openPlace = (client = new QueryClient(), changing: Change = change) => {
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  onTestFinished(async () => {
    await changing(() => root.unmount());
    box.remove();
  });
  return {
    box,
    draw: (children: ReactNode) =>
      changing(() => root.render(<QueryClientProvider client={client}>{children}</QueryClientProvider>)),
  };
};

/** Puts a text into a field as typing does. React looks at what its own setter has not seen. */
export const write = (field: Element | null | undefined, text: string): void => {
  if (!(field instanceof HTMLInputElement)) expect.fail('There is no field.');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
};
