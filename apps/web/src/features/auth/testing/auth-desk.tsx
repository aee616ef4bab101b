import type { Config } from '@holdall/contract/settings';
import { en } from '@holdall/contract/messages/en';
import type { ReactNode } from 'react';
import { expect, vi } from 'vitest';
import { loadConfig } from '#shared/config/config.ts';
import { loadMessages } from '#shared/i18n/messages.ts';
import { navigate } from '#shared/router/location.ts';
import { change as changed, openPlace, turn, write } from '#shared/testing/page.tsx';
import { openServer, type Call } from '#shared/testing/server.ts';

interface Desk {
  readonly calls: Pick<Call, 'path' | 'body'>[];
  /** Sets the next answers of a path; calls of other paths get no answer. */
  readonly answer: (path: string, body: object, init?: ResponseInit) => void;
  readonly draw: (children: ReactNode) => Promise<void>;
  readonly type: (label: string, text: string) => Promise<void>;
  readonly press: (name: string) => Promise<void>;
  /** Presses Enter in a form. */
  readonly submit: () => Promise<void>;
  readonly field: (label: string) => HTMLInputElement;
  /** Runs another action that may change the page. */
  readonly change: (make: () => void) => Promise<void>;
  /** Text of the page. */
  readonly text: () => string;
}

const defaults: Partial<Config> = {
  allowedRecaptcha: false,
  registration: false,
  mails: true,
  app: { title: 'Holdall' } as Config['app'],
};

const change = (make: () => unknown = () => undefined): Promise<void> =>
  changed(async () => {
    await make();
    await turn();
    await vi.dynamicImportSettled();
  });

/** Problem of a code, as the server sends it. */
export const problem = (code: string, rest: object = {}): object => ({
  code,
  message: (en as Readonly<Record<string, string>>)[`errors.${code}`] ?? '',
  ...rest,
});

/** Opens a page at an address with a scripted server. */
export const openDesk = async (path: string, config: Partial<Config> = {}): Promise<Desk> => {
  const answers = new Map<string, () => Response>();
  const calls: Pick<Call, 'path' | 'body'>[] = [];
  openServer(({ path: asked, body }) => {
    calls.push({ path: asked, body });
    const answer = answers.get(asked);
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
  const { box, draw } = openPlace(undefined, change);
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
    draw,
    type: (label, text) => change(() => write(field(label), text)),
    press: (name) => change(() => named(name).click()),
    submit: () =>
      change(() =>
        box.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
      ),
    text: () => box.textContent,
  };
};
