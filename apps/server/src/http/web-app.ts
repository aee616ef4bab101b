import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { accentRules } from '@holdall/contract/accent-tokens';
import { getUser } from '@holdall/contract/users';
import { firstRowsAddress } from '@holdall/contract/first-rows';
import { homeScreenIcon, directionOf } from '@holdall/contract/text';
import { pages } from '@holdall/contract/pages';
import type { Config } from '@holdall/contract/settings';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '#lib/http/escape-html.ts';
import { pathOf } from '#http/page-request.ts';
import { registerSandboxPage } from '#http/sandbox-page.ts';
import { compressedPage } from '#http/compressed-page.ts';
import type { InstalledAppOptions } from '#http/installed-app.ts';
import { pagePolicy } from '#http/security-headers.ts';
import { homeScreenFile } from '#http/web-manifest.ts';

const headPlaceholder = '<!--holdall:head-->';
const noncePlaceholder = '__HOLDALL_NONCE__';
/** The build's links to the files of the listing. */
const listingLinks = /<!--holdall:listing (.*?)-->/;
/** Folders of the build whose file names contain a hash of the content. */
const immutableFolders = ['chunks', 'assets', 'emoji'] as const;

/** Tells whether a path is one of the built web application's files, not of its pages. */
export const isBuiltFile = (path: string): boolean =>
  immutableFolders.some((folder) => path.startsWith(`/${folder}/`));
const oneYear = 31_536_000_000;

/** JSON inside a script element: `<` could end it. */
const inlineJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

/** Replaces the application's icons by the administrator's. */
const withIcons = (template: string, favicon: string | null): string =>
  template.replace(/<link rel="icon"[^>]*>/, (own) =>
    favicon === null
      ? `${own}<link rel="apple-touch-icon" href="/icons/${homeScreenFile}">`
      : `<link rel="icon" type="image/png" sizes="64x64" href="${escapeHtml(favicon)}">` +
        `<link rel="apple-touch-icon" href="${escapeHtml(homeScreenIcon(favicon))}">`,
  );

/** Title and preview of a page, where they differ from the application's own. */
export interface PageCard {
  readonly title: string;
  readonly description: string | undefined;
  /** Path of a picture. */
  readonly image: string | undefined;
}

/** Renders the preview of a link to this page on other sites. */
const shareTags = ({ app, host }: Config, card: PageCard | undefined): string => {
  const image = card?.image ?? app.share_image;
  const tags = {
    type: 'website',
    ...(card !== undefined && { site_name: app.title }),
    title: card?.title ?? app.title,
    description: card?.description ?? app.description,
    ...(image !== null && { image: host + image }),
  };
  return Object.entries(tags)
    .map(([name, value]) => `<meta property="og:${name}" content="${escapeHtml(value)}">`)
    .join('');
};

/** Returns the origin that pages connect to for changes, if another service than this server sends them. */
const realtimeOriginOf = ({ broadcasting }: Config): string | null => {
  if (!broadcasting?.service) return null;
  const { host, port, tls } = broadcasting.service;
  return `${tls ? 'wss' : 'ws'}://${host}:${port}`;
};

/** Sets language and direction before the first paint. */
const languageOf = ({ locale }: Config): string =>
  `lang="${escapeHtml(locale)}"${directionOf(locale) === 'rtl' ? ' dir="rtl"' : ''}`;

/** Matches pages of links, which are for invited guests. */
const isOfLink = (path: string): boolean => /^\/(share|request)(\/|$)/.test(path);

/** Tells whether the page at a path lists files: the code that draws them is loaded in parallel with the data. */
const isListing = (path: string): boolean => path === pages.files || path.startsWith(`${pages.files}/`);

/** Renders requests in the head of the page, exactly as its scripts make them later: they reuse the answers. */
const askedAhead = (addresses: readonly string[]): string =>
  addresses
    .map((address) => `<link rel="preload" as="fetch" crossorigin="anonymous" href="${escapeHtml(address)}">`)
    .join('');

/** Lists the requests that a folder's page waits for before it draws; the scripts make the same ones. */
const waitedFor = (path: string, search: string): readonly string[] => {
  const rows = firstRowsAddress(path, search);
  return rows === undefined ? [] : [getUser.path, rows];
};

interface PageParts {
  readonly path: string;
  /** The query of the page's address, with its question mark. */
  readonly search: string;
  readonly config: Config;
  readonly card: PageCard | undefined;
  readonly nonce: string;
}

/** Renders everything that the first paint needs: no other colour or name flashes. */
const renderPage = (template: string, { path, search, config, card, nonce }: PageParts): string => {
  const { description, color, favicon } = config.app;
  const title = card === undefined ? config.app.title : `${card.title} — ${config.app.title}`;
  const rules = accentRules(color);
  const head = [
    `<script type="application/json" id="holdall-config">${inlineJson(config)}</script>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    // Guests of a link are not offered the installation.
    isOfLink(path) ? '' : '<link rel="manifest" href="/manifest.webmanifest">',
    shareTags(config, card),
    rules === '' ? '' : `<style nonce="${nonce}" id="holdall-accent">${rules}</style>`,
    askedAhead([
      `/translations/${config.locale}`,
      ...(config.isAuthenticated && !config.mustSetUpTwoFactor ? waitedFor(path, search) : []),
    ]),
  ].join('');
  // The nonce first: in what people write, its placeholder is a word like every other.
  return withIcons(template.replaceAll(noncePlaceholder, nonce), favicon)
    .replace(listingLinks, (_, links: string) => (config.isAuthenticated && isListing(path) ? links : ''))
    .replace(/<html lang="[^"]*"/, () => `<html data-accent="${color}" ${languageOf(config)}`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(headPlaceholder, () => head);
};

export interface WebAppOptions extends Partial<Pick<InstalledAppOptions, 'shortcutWordsOf'>> {
  /** Folder of the built web application. */
  readonly dist: string;
  readonly configOf: (request: FastifyRequest) => Promise<Config>;
  /** Returns the preview of the page at a path; undefined: the application's. */
  readonly cardOf?: (path: string, config: Config) => Promise<PageCard | undefined>;
}

/** Sends the page, with the configuration inside so that the first paint needs no further call. */
export type SendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
) => Promise<FastifyReply>;

/** Reads the page's template, and again when a new build has replaced it: its scripts have other names. */
const createTemplate = (path: string): (() => Promise<string>) => {
  let known: { modifiedAt: number; text: string } | undefined;
  return async () => {
    const { mtimeMs } = await stat(path);
    if (known?.modifiedAt !== mtimeMs) known = { modifiedAt: mtimeMs, text: await readFile(path, 'utf8') };
    return known.text;
  };
};

/** Pages that mailed links open: their addresses carry a secret. */
const secretPages: ReadonlySet<string> = new Set([pages.newPassword, pages.confirmEmail]);

const hasSecretAddress = (path: string): boolean =>
  isOfLink(path) || secretPages.has(path.replace(/\/$/, ''));

/** Serves the built web application's files. @returns how to send its page */
export const registerWebApp = async (
  app: FastifyInstance,
  { dist, configOf, cardOf }: WebAppOptions,
): Promise<SendPage> => {
  const template = createTemplate(join(dist, 'index.html'));
  for (const [index, folder] of immutableFolders.entries()) {
    await app.register(fastifyStatic, {
      root: join(dist, folder),
      prefix: `/${folder}/`,
      decorateReply: index === 0,
      preCompressed: true,
      immutable: true,
      maxAge: oneYear,
      index: false,
      // The library refuses a folder with an error of its own, outside of our catalogue.
      allowedPath: (path) => !path.endsWith('/'),
    });
  }
  registerSandboxPage(app);
  return async (request, reply, status) => {
    const nonce = randomBytes(16).toString('base64');
    const config = await configOf(request);
    const path = pathOf(request);
    const card = await cardOf?.(path, config);
    const search = request.url.slice(path.length);
    const page = renderPage(await template(), { path, search, config, card, nonce });
    // Not even this server is told the referrer.
    if (hasSecretAddress(path)) reply.header('referrer-policy', 'no-referrer');
    if (isOfLink(path)) reply.header('x-robots-tag', 'noindex');
    const { body, encoding } = await compressedPage(page, request.headers['accept-encoding'] ?? '');
    if (encoding !== undefined) reply.header('content-encoding', encoding);
    return reply
      .code(status)
      .header('vary', 'Accept-Encoding')
      .header(
        'content-security-policy',
        pagePolicy(nonce, {
          recaptchaOrigin: config.allowedRecaptcha ? config.recaptcha_origin : null,
          realtimeOrigin: realtimeOriginOf(config),
        }),
      )
      .header('cache-control', 'private, no-store')
      .type('text/html; charset=utf-8')
      .send(body);
  };
};
