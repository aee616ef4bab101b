import { readFileSync } from 'node:fs';
import { accents } from '@holdall/contract/colors';
import { z } from 'zod';
import { replaceFile } from '#lib/replace-file.ts';
import type { BrandStore } from '#ports/brand-store.ts';

const brand = z.object({
  title: z.string(),
  accent: z.enum(accents),
  logo: z.object({ png: z.base64(), isWide: z.boolean() }).optional(),
});

/** A brand in a file of its own. A file that is missing or damaged counts as none. */
export const createBrandFile = (path: string): BrandStore => ({
  read: () => {
    try {
      const { title, accent, logo } = brand.parse(JSON.parse(readFileSync(path, 'utf8')));
      return { title, accent, ...(logo && { logo }) };
    } catch {
      return undefined;
    }
  },
  write: (kept) => replaceFile(path, `${JSON.stringify(kept)}\n`),
});
