import { randomBytes } from 'node:crypto';
import type { TextDirection } from '@holdall/contract/text';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '#lib/http/escape-html.ts';
import type { Brand } from '#ports/brand-store.ts';

/** Seconds until the page retries by itself; its text says so. */
const retryAfter = 30;

/** The texts of a page without a database. */
export interface UnavailablePageText {
  readonly locale: string;
  readonly direction: TextDirection;
  readonly title: string;
  readonly text: string;
  readonly action: string;
  /** Stands above them, where it is known. */
  readonly brand?: Brand;
}

/** Subject of a text-only page: the server is temporarily unavailable, or the browser is offline. */
export type PlainPage = 'unavailable' | 'offline';

/** @param languages those that the reader asks for, as `Accept-Language` has them */
export type UnavailablePageTextFor = (languages: string, page: PlainPage) => Promise<UnavailablePageText>;

/** As the application's own page of the same words, in its own colours. */
const style = `
:root { color-scheme: light dark; --surface: #ffffff; --text: #112123; --text-2: #415052; --accent: #006671;
  --on-accent: #ffffff; --focus: #00778a; }
@media (prefers-color-scheme: dark) {
  :root { --surface: #10191a; --text: #e8eeef; --text-2: #b1bbbc; --accent: #64ced3; --on-accent: #031a1c; --focus: #6cd7e3; }
}
body { background: var(--surface); box-sizing: border-box; color: var(--text); display: grid;
  grid-template-rows: auto minmax(0, 1fr); margin: 0; min-height: 100vh; padding: 24px; font: 400 14px/20px system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
main { display: grid; justify-items: center; margin: auto; max-width: 440px; text-align: center; }
header { align-items: center; display: flex; font-size: 15px; font-weight: 600; gap: 9px; letter-spacing: -0.015em;
  min-height: 26px; }
header b { font-weight: 600; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
header img { height: 26px; max-width: 100%; object-fit: contain; }
span { font-size: 52px; line-height: 60px; }
h1 { font-size: 22px; font-weight: 600; letter-spacing: -0.024em; line-height: 28px; margin: 18px 0 0; }
p { color: var(--text-2); margin: 6px 0 20px; overflow-wrap: anywhere; text-wrap: balance; }
a { background: var(--accent); border-radius: 9px; color: var(--on-accent); font-weight: 600; line-height: 44px;
  padding: 0 20px; text-decoration: none; }
a:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
`;

/** The page reloads once the server answers: until then people keep their place in it. */
const script = `
const look = async () => {
  try {
    const { status } = await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
    if (status < 500) location.reload();
  } catch {}
};
setInterval(look, ${retryAfter * 1000});
addEventListener('online', look);
`;

const policyOf = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    `style-src 'nonce-${nonce}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const emojis: Readonly<Record<PlainPage, string>> = { unavailable: '☕', offline: '🔌' };

/** A brand as the page has it. */
interface DrawnBrand {
  readonly style: string;
  readonly html: string;
}
const undrawn: DrawnBrand = { style: '', html: '' };

const render = (
  { locale, direction, title, text, action, brand }: UnavailablePageText,
  { nonce, page, drawn }: { readonly nonce: string; readonly page: PlainPage; readonly drawn: DrawnBrand },
): string =>
  [
    `<!doctype html><html lang="${escapeHtml(locale)}" dir="${direction}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    `<noscript><meta http-equiv="refresh" content="${retryAfter}"></noscript>`,
    // Without a link the browser would request an icon, which cannot be sent.
    '<link rel="icon" href="data:,">',
    `<title>${escapeHtml(title)}${brand === undefined ? '' : ` — ${escapeHtml(brand.title)}`}</title>`,
    `<style nonce="${nonce}">${style}${drawn.style}</style></head>`,
    `<body><header>${drawn.html}</header>`,
    `<main><span aria-hidden="true">${emojis[page]}</span><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`,
    // The same address once more, with everything that it carries.
    `<a href="">${escapeHtml(action)}</a></main><script nonce="${nonce}">${script}</script></body></html>`,
  ].join('');

/** Sends a text-only page: it needs no database, and names no user. */
export const createPlainPage =
  (page: PlainPage, wordsOf: UnavailablePageTextFor) =>
  async (request: FastifyRequest, reply: FastifyReply, status: number): Promise<FastifyReply> => {
    const nonce = randomBytes(16).toString('base64');
    const words = await wordsOf(request.headers['accept-language'] ?? '', page);
    const drawn =
      words.brand === undefined ? undrawn : (await import('#http/page-brand.ts')).drawBrand(words.brand);
    return reply
      .code(status)
      .header('content-security-policy', policyOf(nonce))
      .header('cache-control', 'no-store')
      .header('vary', 'Accept-Language')
      .type('text/html; charset=utf-8')
      .serializer((payload: unknown) => String(payload))
      .send(render(words, { nonce, page, drawn }));
  };

/** Tells a person that there is nothing to see for a while. */
export type SendUnavailablePage = (
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
) => Promise<FastifyReply>;

/** Returns the sender of the page that announces the server's return, with `Retry-After`. */
export const createUnavailablePage = (wordsOf: UnavailablePageTextFor): SendUnavailablePage => {
  const send = createPlainPage('unavailable', wordsOf);
  return (request, reply, status) => send(request, reply.header('retry-after', String(retryAfter)), status);
};
