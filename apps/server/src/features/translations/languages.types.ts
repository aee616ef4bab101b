import type { StringFilter } from '@holdall/contract/admin-languages';
import type { NewActivity } from '#features/activity/index.ts';
import type { Db } from '#db/database.ts';
import type { UserActor } from '#lib/actor.ts';
import type { Caller } from '#lib/caller.ts';
import type { Messages } from '@holdall/contract/translations';
import type { Slot } from './translations.types.ts';

/** The translated share of a language; plural forms count singly. */
export interface Progress {
  readonly texts: number;
  readonly missing: number;
}

export interface LanguageFacts extends Progress {
  readonly locale: string;
  readonly changed: number;
  readonly isDefault: boolean;
}

/** A text with its translations. */
export interface Entry {
  readonly slot: Slot;
  /** The shipped translation. */
  readonly shipped: string | undefined;
  /** The translation that was changed here. */
  readonly own: string | undefined;
}

export interface EntryQuery {
  readonly search: string;
  readonly filter: StringFilter;
  readonly offset: number;
  readonly limit: number;
}

export interface EntryPage extends Progress {
  readonly entries: readonly Entry[];
  readonly total: number;
}

export interface TextInput {
  readonly key: string;
  /** Null restores the shipped one. */
  readonly value: string | null;
}

export interface Imported extends Progress {
  readonly saved: number;
  readonly unchanged: number;
  readonly unknown: string[];
  readonly refused: { key: string; reason: string }[];
}

/** The actor as the log records it. */
export interface AuditContext {
  readonly actor: UserActor;
  readonly facts: Caller;
}

export interface LanguagesService {
  list(): Promise<LanguageFacts[]>;
  /** @throws request.invalid, language.exists */
  add(context: AuditContext, locale: string): Promise<LanguageFacts>;
  /** @throws language.not_found, language.english */
  remove(context: AuditContext, locale: string): Promise<void>;
  /** @throws language.not_found */
  entries(locale: string, query: EntryQuery): Promise<EntryPage>;
  /** @throws language.not_found, request.invalid naming the fault of the text */
  change(locale: string, input: TextInput): Promise<Progress & { readonly entry: Entry }>;
  /** Returns every text, those without a translation empty. @throws language.not_found */
  exported(locale: string): Promise<Messages>;
  /** @throws language.not_found */
  imported(context: AuditContext, locale: string, texts: Messages): Promise<Imported>;
}

/** The log entries of languages. */
export type LanguageAuditEntry =
  | {
      readonly kind: 'language.added' | 'language.removed';
      readonly details: { readonly name: string };
    }
  | {
      readonly kind: 'language.imported';
      readonly details: { readonly name: string; readonly count: number };
    };
export type RecordLanguage = (on: Db, entry: NewActivity) => Promise<void>;
