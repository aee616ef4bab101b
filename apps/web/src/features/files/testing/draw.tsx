import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { expect } from 'vitest';
import { change, openPlace } from '#shared/testing/page.tsx';

/** The rendered output, described as a user sees it. */
export interface Drawn {
  /** Presses the button whose name begins with this text. */
  readonly press: (name: string) => Promise<void>;
}

/** Renders on the page until the test ends. */
export const draw = async (children: ReactNode, client?: QueryClient): Promise<Drawn> => {
  await openPlace(client, change).draw(children);
  const button = (name: string): HTMLElement => {
    const named = [...document.querySelectorAll<HTMLElement>('button, input')].find((element) =>
      (element.getAttribute('aria-label') ?? element.textContent).startsWith(name),
    );
    return named ?? expect.fail(`There is no button ${name}.`);
  };
  return { press: (name) => change(() => button(name).click()) };
};
