/** A text of a language: a message, or one plural form of one. */
export interface Slot {
  readonly key: string;
  /** The English text. */
  readonly source: string;
  /** The form that stands in if this one is missing; undefined if it is no plural. */
  readonly fallback: string | undefined;
  /** Placeholders that a translation must contain, and those that it may contain. */
  readonly required: readonly string[];
  readonly allowed: readonly string[];
}
