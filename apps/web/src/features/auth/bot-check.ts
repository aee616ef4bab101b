import { getConfig } from '#shared/config/config.ts';
import { recordForeignScript } from './foreign-script.ts';

/** Interface of the service's script. */
interface Service {
  ready(act: () => void): void;
  execute(client: string, about: { readonly action: string }): PromiseLike<string>;
}

/** The part of Trusted Types in use, which the compiler's library lacks. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): string };
}

interface Globals {
  readonly trustedTypes?: TrustedTypes;
  grecaptcha?: Service | undefined;
  ___grecaptcha_cfg?: unknown;
}
const globals = globalThis as Globals;

/** Milliseconds before the script or a token times out. */
const patience = 20_000;

const scriptAddress = (): string => {
  const { recaptcha_origin: origin, recaptcha_client_id: client } = getConfig();
  if (origin === null || client === null) throw new TypeError('The bot protection has no address.');
  // The last parameter makes the service's own script obey the page's policy.
  return `${origin}/recaptcha/api.js?${new URLSearchParams({ render: client, trustedtypes: 'true' })}`;
};

const serviceScript = (address: string): string => {
  if (address !== scriptAddress()) throw new TypeError(`${address} is not the bot protection's script.`);
  return address;
};
const policy = globals.trustedTypes?.createPolicy('holdall-bot-check', { createScriptURL: serviceScript });

const withTimeout = async <Answer>(answer: PromiseLike<Answer>): Promise<Answer> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The bot protection took too long.')), patience);
  });
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
  }
};

let script: HTMLScriptElement | undefined;
let loading: Promise<Service> | undefined;

const load = (): Promise<Service> =>
  new Promise((resolve, reject) => {
    const fail = (): void => reject(new Error('Bot protection didn’t load.'));
    script = document.createElement('script');
    script.src = policy ? policy.createScriptURL(scriptAddress()) : serviceScript(scriptAddress());
    script.async = true;
    script.addEventListener('error', fail);
    script.addEventListener('load', () => {
      const service = globals.grecaptcha;
      if (service) service.ready(() => resolve(service));
      else fail();
    });
    recordForeignScript();
    document.head.append(script);
  });

/** Removes everything that the service has added to the page. */
export const removeBotCheck = (): void => {
  loading = undefined;
  script?.remove();
  script = undefined;
  for (const part of document.querySelectorAll('script[src*="/recaptcha/"], iframe[src*="/recaptcha/"]'))
    part.remove();
  for (const badge of document.querySelectorAll('.grecaptcha-badge')) badge.closest('body > *')?.remove();
  globals.grecaptcha = undefined;
  globals.___grecaptcha_cfg = undefined;
};

/** Loads the service once; a failed load is retried. */
export const loadBotCheck = async (): Promise<Service> => {
  loading ??= withTimeout(load());
  const mine = loading;
  try {
    return await mine;
  } catch (cause) {
    // The form may be gone by now, and the page's elements may belong to another form.
    if (loading === mine) removeBotCheck();
    throw cause;
  }
};

/** Returns a single-use token bound to an action. */
export const botToken = async (action: string): Promise<string> => {
  const service = await loadBotCheck();
  return withTimeout(service.execute(getConfig().recaptcha_client_id ?? '', { action }));
};
