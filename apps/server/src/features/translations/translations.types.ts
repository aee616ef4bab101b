/** A text that a language has: a message, or one plural form of one. */
export interface Slot {
  readonly key: string;
  /** The English text. */
  readonly source: string;
  /** The form that stands in where this one is missing; undefined where it is no plural. */
  readonly stand: string | undefined;
  /** Placeholders that a translation must hold, and those that it may hold. */
  readonly required: readonly string[];
  readonly allowed: readonly string[];
}
