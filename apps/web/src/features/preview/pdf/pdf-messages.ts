/** Messages between the page and the sandbox in which PDF.js runs; nothing else passes between them. */

/** Files that PDF.js brings along and asks for by name. */
export const assetKinds = ['cMapUrl', 'standardFontDataUrl', 'wasmUrl'] as const;
export type AssetKind = (typeof assetKinds)[number];

export type ToSandbox =
  /** The first message. `page` names a page for assistive technology: `Page {{page}} of {{pages}}`. */
  | { readonly kind: 'open'; readonly size: number; readonly page: string }
  | { readonly kind: 'bytes'; readonly start: number; readonly bytes: Uint8Array }
  | { readonly kind: 'asset'; readonly request: number; readonly bytes: Uint8Array | undefined }
  | { readonly kind: 'zoom'; readonly to: 'in' | 'out' | 'fit' };

export type FromSandbox =
  | { readonly kind: 'read'; readonly start: number; readonly end: number }
  | { readonly kind: 'asset'; readonly request: number; readonly of: AssetKind; readonly name: string }
  /** Pages are drawn; `page` is the one at the top, from 1. */
  | { readonly kind: 'shown'; readonly page: number; readonly count: number; readonly percent: number }
  | { readonly kind: 'failed'; readonly reason: 'locked' | 'broken' }
  /** A key that is not the document's own. */
  | { readonly kind: 'key'; readonly key: string };
