import type { Accent } from '@holdall/contract/accents';

/** The name and look of the application. */
export interface Brand {
  readonly title: string;
  readonly accent: Accent;
  /** PNG, in base64; `isWide`: it bears the title itself. Undefined: the product's own mark. */
  readonly logo?: { readonly png: string; readonly isWide: boolean };
}

/** Keeps the brand on this server's own disk, for pages that are sent while nothing else can be read. */
export interface BrandStore {
  /** The look that was kept last; undefined: nothing, or something that cannot be read. */
  read(): Brand | undefined;
  write(brand: Brand): void;
}
