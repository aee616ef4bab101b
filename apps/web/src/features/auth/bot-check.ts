import { getConfig } from '#shared/config/config.ts';
import { noteForeignScript } from './foreign-script.ts';

/** What the service's script gives the page. */
interface Service {
  ready(act: () => void): void;
  execute(client: string, about: { readonly action: string }): PromiseLike<string>;
}

/** The part of Trusted Types that is used; the compiler's library does not know them. */
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

/** Milliseconds that the service has for its script, and for a token. */
const patience = 20_000;

const scriptAddress = (): string => {
  const { recaptcha_origin: origin, recaptcha_client_id: client } = getConfig();
  if (origin === null || client === null) throw new TypeError('The bot protection has no address.');
  // The last part makes the service's own script obey the page's policy.
  return `${origin}/recaptcha/api.js?${new URLSearchParams({ render: client, trustedtypes: 'true' })}`;
};

const serviceScript = (address: string): string => {
  if (address !== scriptAddress()) throw new TypeError(`${address} is not the bot protection's script.`);
  return address;
};
const policy = globals.trustedTypes?.createPolicy('holdall-bot-check', { createScriptURL: serviceScript });

const soon = async <Answer>(answer: PromiseLike<Answer>): Promise<Answer> => {
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
    noteForeignScript();
    document.head.append(script);
  });

/** Takes away what the service has put into the page. */
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

/** Loads the service, once; after a failure anew. */
export const loadBotCheck = async (): Promise<Service> => {
  loading ??= soon(load());
  const mine = loading;
  try {
    return await mine;
  } catch (cause) {
    // Where its form was left meanwhile, what is there may be of another one.
    if (loading === mine) removeBotCheck();
    throw cause;
  }
};

/** A token that says to the server what somebody is about to do, for one use. */
export const botToken = async (action: string): Promise<string> => {
  const service = await loadBotCheck();
  return soon(service.execute(getConfig().recaptcha_client_id ?? '', { action }));
};
