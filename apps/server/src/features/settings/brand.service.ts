import type { Brand, BrandStore } from '#ports/brand-store.ts';
import type { Settings } from './settings.rules.ts';

/** Bytes of the largest logo that is inlined in a page; a larger one would delay the text. */
const logoMost = 100_000;

type BrandSettings = Pick<Settings, 'title' | 'color' | 'logo' | 'logo_horizontal'>;

/** The brand that pages show while the settings cannot be read. */
export interface BrandService {
  current(): Brand | undefined;
  /** Receives the settings whenever they were read, and stores a changed brand for later. */
  observe(settings: BrandSettings): void;
}

export const createBrandService = ({
  store,
  imageOf,
  onError,
}: {
  readonly store: BrandStore;
  /** Returns the PNG of an image of the application; undefined if it cannot be read. */
  readonly imageOf: (id: string) => Promise<{ readonly bytes: Uint8Array } | undefined>;
  readonly onError: (error: unknown) => void;
}): BrandService => {
  let brand = store.read();
  /** The last observed brand; a logo that could not be read is retried with the next one. */
  let observed: string | undefined;

  const keep = async ({
    title,
    color: accent,
    logo,
    logo_horizontal: wide,
  }: BrandSettings): Promise<void> => {
    const id = wide ?? logo;
    const image = id === null ? undefined : await imageOf(id);
    if (id !== null && image === undefined) {
      observed = undefined;
      return;
    }
    const isShown = image !== undefined && image.bytes.length <= logoMost;
    const next: Brand = {
      title,
      accent,
      ...(isShown && {
        logo: { png: Buffer.from(image.bytes).toString('base64'), isWide: wide !== null },
      }),
    };
    const isChanged = JSON.stringify(next) !== JSON.stringify(brand);
    brand = next;
    if (isChanged) store.write(next);
  };

  return {
    current: () => brand,
    observe: (settings) => {
      const { title, color, logo, logo_horizontal: wide } = settings;
      const brand = JSON.stringify([title, color, logo, wide]);
      if (brand === observed) return;
      observed = brand;
      keep(settings).catch(onError);
    },
  };
};
