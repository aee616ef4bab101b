import { readFileSync } from 'node:fs';

const manifest = new URL('../../../../package.json', import.meta.url);

/** Holdall's own version. */
export const ownVersion = (): string =>
  (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }).version;
