import { join } from 'node:path';
import { createBrandFile } from '#adapters/brand-file.ts';
import type { BrandStore } from '#ports/brand-store.ts';

/** Opens the brand of a data directory. */
export const openBrand = (dataDir: string): BrandStore => createBrandFile(join(dataDir, 'brand.json'));
