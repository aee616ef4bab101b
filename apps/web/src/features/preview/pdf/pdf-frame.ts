/**
 * Runs in the sandbox (the server's `/sandbox`): a page of no origin, without network, storage or a way to the
 * application but this port. Whatever a document makes PDF.js do stays in here.
 */
import { getDocument, PDFDataRangeTransport, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { frameStyles } from './pdf-frame.css.ts';
import type { AssetKind, FromSandbox, ToSandbox } from './pdf-messages.ts';
import { createPages } from './pdf-pages.ts';

interface Handed {
  readonly port: MessagePort;
  /** The script of PDF.js's worker. */
  readonly worker: string;
}

/** Bytes that PDF.js asks for at a time. */
const rangeBytes = 256 * 1024;
/** Pixels of an image in a document at most; a larger one is left out. */
const maxImagePixels = 64_000_000;
const keysOfDocument = /^(?:Arrow(?:Up|Down)|Page(?:Up|Down)|Home|End| |Tab)$/;

const { port, worker: workerScript } = (globalThis as unknown as { readonly holdall: Handed }).holdall;
const say = (message: FromSandbox): void => port.postMessage(message);

const ranges = (size: number): PDFDataRangeTransport => {
  const transport = new PDFDataRangeTransport(size, null);
  transport.requestDataRange = (start: number, end: number): void => say({ kind: 'read', start, end });
  return transport;
};

const waiting = new Map<number, (bytes: Uint8Array | undefined) => void>();
let requests = 0;
/** Fonts, character maps and decoders, asked for over the port. */
class AssetsOverPort {
  async fetch({ kind, filename }: { kind: AssetKind; filename: string }): Promise<Uint8Array> {
    const request = (requests += 1);
    const bytes = await new Promise<Uint8Array | undefined>((resolve) => {
      waiting.set(request, resolve);
      say({ kind: 'asset', request, of: kind, name: filename });
    });
    if (!bytes) throw new Error(`${filename} is not there.`);
    return bytes;
  }
}

const startWorker = (): PDFWorker => {
  const address = URL.createObjectURL(new Blob([workerScript], { type: 'text/javascript' }));
  return PDFWorker.create({ port: new Worker(address), verbosity: 0 });
};

const open = async (size: number, pageLabel: string) => {
  const range = ranges(size);
  const task = getDocument({
    range,
    rangeChunkSize: rangeBytes,
    disableStream: true,
    disableAutoFetch: true,
    worker: startWorker(),
    BinaryDataFactory: AssetsOverPort,
    cMapUrl: 'cmaps/',
    standardFontDataUrl: 'fonts/',
    wasmUrl: 'wasm/',
    // The system's fonts would be loaded by address, which the sandbox does not allow.
    useSystemFonts: false,
    useWorkerFetch: false,
    disableWorkerRendering: true,
    maxImageSize: maxImagePixels,
    enableXfa: false,
    verbosity: 0,
  });
  let zoom: (to: 'in' | 'out' | 'fit') => void = () => undefined;
  port.addEventListener('message', ({ data }: MessageEvent<ToSandbox>) => {
    if (data.kind === 'bytes') range.onDataRange(data.start, data.bytes);
    if (data.kind === 'asset') waiting.get(data.request)?.(data.bytes);
    if (data.kind === 'zoom') zoom(data.to);
  });
  const pdf = await task.promise;
  const place = document.createElement('div');
  place.className = 'pages';
  document.body.append(place);
  const pages = createPages({
    document: pdf,
    place,
    label: (page) => pageLabel.replace('{{page}}', String(page)).replace('{{pages}}', String(pdf.numPages)),
    onShown: (page, percent) => say({ kind: 'shown', page, count: pdf.numPages, percent }),
  });
  await pages.show();
  zoom = pages.zoom;
};

const style = new CSSStyleSheet();
style.replaceSync(frameStyles);
document.adoptedStyleSheets = [style];
document.body.tabIndex = 0;

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || keysOfDocument.test(event.key)) return;
  // A deletion counts once, and as the plain key.
  if (event.key === 'Delete' && (event.repeat || event.shiftKey)) return;
  say({ kind: 'key', key: event.key });
});

port.addEventListener(
  'message',
  ({ data }: MessageEvent<ToSandbox>) => {
    if (data.kind !== 'open') return;
    open(data.size, data.page).catch((error: unknown) => {
      const isLocked = error instanceof Error && error.name === 'PasswordException';
      say({ kind: 'failed', reason: isLocked ? 'locked' : 'broken' });
    });
  },
  { once: true },
);
port.start();
