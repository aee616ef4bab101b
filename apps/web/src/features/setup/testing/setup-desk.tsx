import type { Config } from '@holdall/contract/settings';
import type { SetupKept, SetupLock, SetupStatus } from '@holdall/contract/setup';
import { en } from '@holdall/contract/messages/en';
import { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { expect, vi } from 'vitest';
import { loadConfig } from '#shared/config/config.ts';
import { loadMessages } from '#shared/i18n/messages.ts';
import { setupSteps, type SetupStep } from '#shared/paths/setup-paths.ts';
import { navigate } from '#shared/router/location.ts';
import { change as changed, openPlace, turn, write } from '#shared/testing/page.tsx';
import { forgetCode } from '../setup-code.ts';
import { setupQuery } from '../setup.queries.ts';
import { reopen } from '../setup.store.ts';
import { forgetDrafts } from '../use-draft.ts';

/** A call to a server that is not installed. */
export interface SetupCall {
  /** `POST /api/setup/app` */
  readonly name: string;
  /** The setup code of the call. */
  readonly code: string | undefined;
  readonly body: unknown;
}

/** Answers of an untouched installation. */
const untouched: SetupKept = {
  request_size: null,
  purchase_code: { required: false, given: false, holder: null },
  database: { connection: 'sqlite' },
  environment: {
    url: '',
    storage: {
      storage_driver: 'disk',
      s3_endpoint: '',
      s3_region: 'us-east-1',
      s3_bucket: '',
      s3_access_key: '',
      s3_secret_key: false,
      s3_path_style: null,
      s3_prefix: '',
    },
    mail: {
      mail_driver: 'log',
      mail_host: '',
      mail_port: 587,
      mail_username: '',
      mail_password: false,
      mail_encryption: 'starttls',
      mail_from: '',
    },
    realtime: true,
  },
  app: {
    title: 'Holdall',
    description: 'Store, organise, share.',
    color: 'petrol',
    contact_email: null,
    default_theme: 'system',
    default_emoji: 'twemoji',
    locale: 'en',
    subscription_type: 'none',
    storage_limitation: false,
    default_capacity: 5e9,
    upload_limit: 0,
    chunk_size: 32e6,
    mimetypes_blacklist: [],
  },
  images: { logo: false, logo_horizontal: false, favicon: false, share_image: false, avatar: false },
  admin: { first_name: '', last_name: '', email: '' },
};

interface Progress {
  /** The next incomplete step. */
  readonly next?: SetupStep;
  readonly kept?: Partial<SetupKept>;
  readonly locked?: readonly SetupLock[];
}

/** Returns the status of an installation. */
export const statusOf = ({ next = 'status-check', kept = {}, locked = [] }: Progress = {}): SetupStatus => ({
  steps: setupSteps.map((name, at) => ({ name, done: at < setupSteps.indexOf(next) })),
  next,
  kept: { ...untouched, ...kept },
  locked: [...locked],
  origin: 'http://localhost',
});

/** Problem of a code, as the server sends it. */
export const problem = (code: string, status: number, rest: object = {}): Response =>
  Response.json(
    { code, message: (en as Readonly<Record<string, string>>)[`errors.${code}`] ?? '', ...rest },
    { status },
  );

const config: Partial<Config> = {
  installation: true,
  app: { title: 'Holdall' } as Config['app'],
  languages: [{ locale: 'en', name: 'English', direction: 'ltr' }],
};

const loadTestConfig = async (): Promise<void> => {
  const inlined = document.createElement('script');
  inlined.type = 'application/json';
  inlined.id = 'holdall-config';
  inlined.textContent = JSON.stringify(config);
  document.body.append(inlined);
  await loadConfig();
  inlined.remove();
};

const change = (make: () => unknown = () => undefined): Promise<void> =>
  changed(async () => {
    await make();
    await turn();
    await vi.dynamicImportSettled();
  });

const bodyOf = (body: BodyInit | null | undefined): unknown => {
  if (typeof body === 'string') return JSON.parse(body);
  return body instanceof FormData ? Object.fromEntries(body) : undefined;
};

/** Opens a page of the wizard at an address with a scripted server. */
export const openSetup = async (path: string, progress: Progress = {}) => {
  const answers = new Map<string, () => Response>();
  const calls: SetupCall[] = [];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body, headers }: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://localhost');
    if (pathname === '/translations/en') return Response.json(en);
    const name = `${method} ${pathname}`;
    calls.push({ name, code: new Headers(headers).get('x-setup-code') ?? undefined, body: bodyOf(body) });
    const answer = answers.get(name);
    if (!answer) throw new TypeError('offline');
    return answer();
  });
  forgetDrafts();
  forgetCode();
  reopen();
  await loadMessages('en');
  await loadTestConfig();
  navigate(path);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(setupQuery.queryKey, statusOf(progress));
  const { box, draw } = openPlace(client, change);
  const named = (name: string) =>
    [...box.querySelectorAll<HTMLElement>('button, a, summary')].find(
      (element) => (element.getAttribute('aria-label') ?? element.textContent) === name,
    ) ?? expect.fail(`There is no ${name}.`);
  const field = (label: string): HTMLInputElement => {
    const found = [...box.querySelectorAll('label')].find(({ textContent }) => textContent === label);
    const input = found && document.getElementById(found.htmlFor);
    return input instanceof HTMLInputElement ? input : expect.fail(`There is no field ${label}.`);
  };
  return {
    calls,
    client,
    box,
    field,
    change,
    draw: (children: ReactNode) => draw(children),
    /** Sets the answers of the next calls with that name. */
    answer: (name: string, make: () => Response) => answers.set(name, make),
    /** Returns the status as saving calls answer it. */
    answerStatus: (name: string, to: Progress = progress, more: object = {}) =>
      answers.set(name, () => Response.json({ data: statusOf(to), ...more })),
    type: (label: string, text: string) => change(() => write(field(label), text)),
    press: (name: string) => change(() => named(name).click()),
    choose: (label: string) => change(() => field(label).click()),
    /** Presses Enter in the form. */
    submit: () =>
      change(() =>
        box.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
      ),
    /** Returns the error of a field. */
    faultOf: (label: string) =>
      field(label).getAttribute('aria-invalid') === 'true'
        ? document.getElementById(field(label).getAttribute('aria-describedby') ?? '')?.textContent
        : undefined,
    heading: () => box.querySelector('h1')?.textContent,
    /** Waits until the page shows a heading. */
    expectHeading: async (title: string): Promise<void> => {
      const heading = () => box.querySelector('h1')?.textContent;
      for (let count = 0; count < 50 && heading() !== title; count += 1) await change();
      expect(heading()).toBe(title);
    },
    text: () => box.textContent,
  };
};
