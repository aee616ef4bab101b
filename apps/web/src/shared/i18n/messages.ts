import { ApiError } from '#shared/api/api-error.ts';
import { call } from '#shared/api/client.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { createStore } from '#shared/lib/store.ts';
import { showUnreachable } from '#shared/lib/unreachable.ts';
import { appEndpoints } from '@holdall/contract/app.endpoints';
import type { MessageKey } from '@holdall/contract/messages/en';
import type { Messages } from '@holdall/contract/translations';
import { createSentences, type Sentences } from './sentences.ts';

/** The keys that a component may name: each message, and each plural by its stem. */
export type TextKey =
  | MessageKey
  | (MessageKey extends infer Key ? (Key extends `${infer Stem}_other` ? Stem : never) : never);
export type TextValues = Readonly<Record<string, string | number>>;
export type Translate = (key: TextKey, values?: TextValues) => string;

const reloadsKey = 'holdall:reloads';
const maxReloads = 3;

/** The number of reloads in a row. Browsers may refuse to keep anything. */
const reloads = {
  count(): number {
    try {
      return Number(sessionStorage.getItem(reloadsKey) ?? 0);
    } catch {
      return 0;
    }
  },
  /** @returns whether it is kept. */
  remember(count: number): boolean {
    try {
      sessionStorage.setItem(reloadsKey, String(count));
      return true;
    } catch {
      return false;
    }
  },
};

/**
 * Reloads the page, as the specification wants it when the messages get no answer (section 7), but only a
 * few times in a row: after that it shows the notice that is part of the page.
 * @returns never settles while the page reloads; false when it gave up.
 */
const reloadOrGiveUp = async (): Promise<false> => {
  const tried = reloads.count();
  // Without a memory it would go on for ever.
  if (tried >= maxReloads || !reloads.remember(tried + 1)) {
    reloads.remember(0);
    showUnreachable();
    return false;
  }
  await new Promise((resolve) => setTimeout(resolve, 1000 * 2 ** tried));
  location.reload();
  return new Promise<never>(() => undefined);
};

let spoken: { readonly locale: string; readonly sentences: Sentences } = {
  locale: 'en',
  sentences: createSentences('en', {}),
};

/** A language, and the direction in which it is written. */
export interface Spoken {
  readonly locale: string;
  readonly direction?: 'ltr' | 'rtl';
}

/** Another function each time, so that components that follow it draw anew. */
const createTranslate = (): Translate => (key, values) => text(key, values);

/** Makes messages the page's; components that follow `translate` draw anew. */
const speak = (messages: Messages, { locale, direction = 'ltr' }: Spoken): void => {
  spoken = { locale, sentences: createSentences(locale, messages) };
  document.documentElement.lang = locale;
  document.documentElement.dir = direction;
  translate.set(createTranslate);
};

/**
 * Loads the messages of a language and makes them the page's.
 * @returns whether they are there.
 * @throws {ApiError} when something else than the messages was answered.
 */
export const loadMessages = async (locale: string, direction?: Spoken['direction']): Promise<boolean> => {
  try {
    const messages = await call(appEndpoints.getTranslations, { params: { locale } });
    reloads.remember(0);
    speak(messages, { locale, ...(direction && { direction }) });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 0) return reloadOrGiveUp();
    throw error;
  }
};

/** Most values are names that people gave: none may turn the direction of the sentence around it. */
const honest = (values: TextValues): TextValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? honestName(value) : value,
    ]),
  );

/** A message outside components. */
export const text: Translate = (key, values) => spoken.sentences.of(key, values && honest(values));

/** The messages as components follow them: another function whenever they are other ones. */
export const translate = createStore<Translate>(text);

let asked = 0;

/**
 * Loads messages that have changed, or those of another language, while the page goes on.
 * @throws {ApiError} when there was no answer; the messages stay as they are.
 */
export const reloadMessages = async (language: Spoken): Promise<void> => {
  asked += 1;
  const request = asked;
  const messages = await call(appEndpoints.getTranslations, { params: { locale: language.locale } });
  // The answer to the later question knows more.
  if (request === asked) speak(messages, language);
};

/** Tells whether the language has this message: server codes become keys, and may be newer than the page. */
export const hasText = (key: string): key is TextKey => spoken.sentences.has(key);

/** The language of the messages, for dates and numbers. */
export const currentLocale = (): string => spoken.locale;
