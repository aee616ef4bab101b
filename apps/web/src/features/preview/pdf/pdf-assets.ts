import { version } from 'pdfjs-dist/package.json';
import type { AssetKind } from './pdf-messages.ts';

/** The build copies them from PDF.js (build/pdf-files.ts). */
const folders: Readonly<Record<AssetKind, string>> = {
  cMapUrl: 'cmaps',
  standardFontDataUrl: 'standard_fonts',
  wasmUrl: 'wasm',
};

/** Returns the address of a file that PDF.js asks for; undefined for names of no such file. */
export const pdfAssetAddress = (kind: AssetKind, name: string): string | undefined =>
  Object.hasOwn(folders, kind) && /^[\w-]+\.(?:bcmap|pfb|ttf|wasm)$/.test(name)
    ? `/assets/pdf-${version}/${folders[kind]}/${name}`
    : undefined;
