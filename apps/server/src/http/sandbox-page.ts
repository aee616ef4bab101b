import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** The address of the page in which the web application frames untrusted content. */
export const sandboxPath = '/sandbox';

/**
 * Runs the one script that the framing page passes to it, with a port to talk to it. It has no other access:
 * its origin is opaque, and it may load nothing.
 */
const bootstrap = `
addEventListener('message', ({ source, data, ports }) => {
  if (source !== parent || typeof data?.script !== 'string') return;
  globalThis.holdall = { port: ports[0], worker: data.worker };
  const script = document.createElement('script');
  script.src = URL.createObjectURL(new Blob([data.script], { type: 'text/javascript' }));
  document.head.append(script);
}, { once: true });
parent.postMessage('ready', '*');
`;

const hash = createHash('sha256').update(bootstrap).digest('base64');

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Preview</title></head><body><script>${bootstrap}</script></body></html>`;

/** No origin, no network, no forms, no windows; scripts and their workers only from memory. */
const policy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  `script-src 'sha256-${hash}' blob: 'wasm-unsafe-eval'`,
  'worker-src blob:',
  'img-src blob: data:',
  'font-src blob: data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** Serves the empty page in which PDF.js runs (security rule 7). */
export const registerSandboxPage = (app: FastifyInstance): void => {
  app.get(sandboxPath, (_request, reply) =>
    reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page),
  );
};
