import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Config } from '@holdall/contract/settings';
import { en } from '@holdall/contract/messages/en';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, vi } from 'vitest';
import { loadConfig } from '#shared/config/config.ts';
import { loadMessages } from '#shared/i18n/messages.ts';
import { navigate } from '#shared/router/location.ts';

/** A call that a form has made. */
interface Call {
  readonly path: string;
  readonly body: unknown;
}

interface Desk {
  readonly calls: Call[];
  /** What the next calls of a path are answered with; calls of others get no answer. */
  readonly answer: (path: string, body: object, init?: ResponseInit) => void;
  readonly draw: (children: ReactNode) => Promise<void>;
  readonly type: (label: string, text: string) => Promise<void>;
  readonly press: (name: string) => Promise<void>;
  /** Presses Enter in a form. */
  readonly submit: () => Promise<void>;
  readonly field: (label: string) => HTMLInputElement;
  /** Does something else that may change the page. */
  readonly change: (make: () => void) => Promise<void>;
  /** What stands on the page. */
  readonly text: () => string;
}

const defaults: Partial<Config> = {
  allowedRecaptcha: false,
  registration: false,
  app: { title: 'Holdall' } as Config['app'],
};

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const change = (make: () => void): Promise<void> =>
  act(async () => {
    make();
    await turn();
    await vi.dynamicImportSettled();
    await turn();
  });

/** Problem of a code, as the server sends it. */
export const problem = (code: string, rest: object = {}): object => ({
  code,
  message: (en as Readonly<Record<string, string>>)[`errors.${code}`] ?? '',
  ...rest,
});

/** A page at an address, with a server that answers what the test says. */
export const openDesk = async (path: string, config: Partial<Config> = {}): Promise<Desk> => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const calls: Call[] = [];
  const answers = new Map<string, () => Response>();
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://localhost');
    if (pathname === '/translations/en') return Response.json(en);
    calls.push({ path: pathname, body: typeof body === 'string' ? JSON.parse(body) : undefined });
    const answer = answers.get(pathname);
    if (!answer) throw new TypeError('offline');
    return answer();
  });
  await loadMessages('en');
  const inlined = document.createElement('script');
  inlined.type = 'application/json';
  inlined.id = 'holdall-config';
  inlined.textContent = JSON.stringify({ ...defaults, ...config });
  document.body.append(inlined);
  await loadConfig();
  inlined.remove();
  navigate(path);
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  onTestFinished(async () => {
    await change(() => root.unmount());
    box.remove();
  });
  const client = new QueryClient();
  const named = (name: string) =>
    [...box.querySelectorAll<HTMLElement>('button, a')].find(
      (element) => (element.getAttribute('aria-label') ?? element.textContent) === name,
    ) ?? expect.fail(`There is no ${name}.`);
  const field = (label: string): HTMLInputElement => {
    const found = [...box.querySelectorAll('label')].find(({ textContent }) => textContent === label);
    const input = found && document.getElementById(found.htmlFor);
    return input instanceof HTMLInputElement ? input : expect.fail(`There is no field ${label}.`);
  };
  return {
    calls,
    field,
    change,
    answer: (at, body, init = {}) => answers.set(at, () => Response.json(body, init)),
    draw: (children) =>
      change(() => root.render(<QueryClientProvider client={client}>{children}</QueryClientProvider>)),
    type: (label, text) =>
      change(() => {
        const input = field(label);
        // React looks at what its own setter has not seen.
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }),
    press: (name) => change(() => named(name).click()),
    submit: () =>
      change(() =>
        box.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
      ),
    text: () => box.textContent,
  };
};
