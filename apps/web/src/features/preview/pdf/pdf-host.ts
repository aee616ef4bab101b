import { version } from 'pdfjs-dist/package.json';
import { readBytes } from '../read/text-pages.ts';
import frameAddress from './pdf-frame.ts?worker&url';
import type { AssetKind, FromSandbox, ToSandbox } from './pdf-messages.ts';
import workerAddress from './pdf-worker.ts?worker&url';

/** The server's page that runs the code that it is handed (apps/server/src/http/sandbox-page.ts). */
export const sandboxAddress = '/sandbox';

const scriptAt = async (address: string, signal: AbortSignal): Promise<string> => {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return answer.text();
};

const ready = (frame: HTMLIFrameElement, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const onMessage = ({ source, data }: MessageEvent): void => {
      // It is of no origin, so that only the window tells who speaks.
      if (source === frame.contentWindow && data === 'ready') resolve();
    };
    addEventListener('message', onMessage, { signal });
  });

interface PdfFile {
  /** The address of its bytes. */
  readonly address: string;
  /** Bytes. */
  readonly size: number;
  /** Names a page: `Page {{page}} of {{pages}}`. */
  readonly pageLabel: string;
}

interface PdfHost {
  readonly file: PdfFile;
  readonly signal: AbortSignal;
  /** Messages of the sandbox that are not for the host. */
  readonly onMessage: (message: Exclude<FromSandbox, { kind: 'read' | 'asset' }>) => void;
}

const whole = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

/**
 * Opens a PDF in a frame. The frame only ever gets bytes of this one file, and files of PDF.js by their names.
 * @returns says something to it.
 * @throws where the scripts or the sandbox do not load.
 */
export const openPdf = async (
  frame: HTMLIFrameElement,
  { file, signal, onMessage }: PdfHost,
): Promise<(message: ToSandbox) => void> => {
  const standing = ready(frame, signal);
  frame.src = sandboxAddress;
  const [script, worker] = await Promise.all([
    scriptAt(frameAddress, signal),
    scriptAt(workerAddress, signal),
    standing,
  ]);
  const { port1: port, port2: theirs } = new MessageChannel();
  signal.addEventListener('abort', () => port.close());
  const say = (message: ToSandbox): void => port.postMessage(message);

  const read = async (start: number, end: number): Promise<void> => {
    if (!whole(start) || !whole(end) || start >= end || end > file.size) return;
    const bytes = await readBytes(file.address, { start, end, signal });
    say({ kind: 'bytes', start, bytes });
  };
  port.addEventListener('message', ({ data }: MessageEvent<FromSandbox>) => {
    if (data.kind === 'read')
      read(data.start, data.end).catch(
        () => !signal.aborted && onMessage({ kind: 'failed', reason: 'broken' }),
      );
    else if (data.kind === 'asset')
      assetOf(data, signal)
        .catch(() => undefined)
        .then(
          (bytes) => say({ kind: 'asset', request: data.request, bytes }),
          () => undefined,
        );
    else onMessage(data);
  });
  port.start();
  frame.contentWindow?.postMessage({ script, worker }, '*', [theirs]);
  say({ kind: 'open', size: file.size, page: file.pageLabel });
  return say;
};

/** The build copies them from PDF.js (build/pdf-files.ts). */
const folders: Readonly<Record<AssetKind, string>> = {
  cMapUrl: 'cmaps',
  standardFontDataUrl: 'standard_fonts',
  wasmUrl: 'wasm',
};

/** Returns the address of a file that PDF.js asks for; undefined for names of no such file. */
const pdfAssetAddress = (kind: AssetKind, name: string): string | undefined =>
  Object.hasOwn(folders, kind) && /^[\w-]+\.(?:bcmap|pfb|ttf|wasm)$/.test(name)
    ? `/assets/pdf-${version}/${folders[kind]}/${name}`
    : undefined;

const assetOf = async (
  { of, name }: Extract<FromSandbox, { kind: 'asset' }>,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> => {
  const address = pdfAssetAddress(of, name);
  if (address === undefined) return undefined;
  const answer = await fetch(address, { signal });
  return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined;
};
