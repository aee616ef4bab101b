import type { Accent } from '@holdall/contract/colors';

/** The name and look of the application. */
export interface Brand {
  readonly title: string;
  readonly accent: Accent;
  /** PNG, in base64; `isWide`: it contains the title. Undefined: the product's own logo. */
  readonly logo?: { readonly png: string; readonly isWide: boolean };
}

/** Keeps the brand on this server's own disk, for pages that are sent while the database is unavailable. */
export interface BrandStore {
  /** Returns the brand that was kept last; undefined: none, or an unreadable one. */
  read(): Brand | undefined;
  write(brand: Brand): void;
}
