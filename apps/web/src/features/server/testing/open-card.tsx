import { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { change, openPlace } from '#shared/testing/page.tsx';
import { openServer, type Call } from '#shared/testing/server.ts';

/** Draws a card with a scripted server. @param answer returns the response of each call, or its body */
export const openCard = async (drawn: ReactNode, answer: (call: Call) => object) => {
  const calls = openServer((call) => {
    const said = answer(call);
    return said instanceof Response ? said.clone() : Response.json(said);
  });
  const { box, draw } = openPlace(new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  await draw(drawn);
  await change();
  const button = (name: string) =>
    [...box.querySelectorAll('button')].find(
      (one) => one.textContent === name || one.getAttribute('aria-label') === name,
    );
  return {
    box,
    calls,
    button,
    press: (name: string) => change(() => button(name)?.click()),
    changes: () => calls.filter(({ method }) => method !== 'GET').map(({ path, body }) => [path, body]),
  };
};
