import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished } from 'vitest';
import { change } from './render-hook.tsx';

/** What was drawn, in the words of its user. */
export interface Drawn {
  /** Presses the button whose name begins so. */
  readonly press: (name: string) => Promise<void>;
}

/** Draws on the page until the test ends. */
export const draw = async (children: ReactNode, client = new QueryClient()): Promise<Drawn> => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  onTestFinished(async () => {
    await change(() => root.unmount());
    box.remove();
  });
  await change(() => root.render(<QueryClientProvider client={client}>{children}</QueryClientProvider>));
  const button = (name: string): HTMLElement => {
    const named = [...document.querySelectorAll<HTMLElement>('button, input')].find((element) =>
      (element.getAttribute('aria-label') ?? element.textContent).startsWith(name),
    );
    return named ?? expect.fail(`There is no button ${name}.`);
  };
  return { press: (name) => change(() => button(name).click()) };
};
