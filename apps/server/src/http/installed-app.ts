import { readFile } from 'node:fs/promises';
import { pages } from '@holdall/contract/pages';
import type { Config } from '@holdall/contract/settings';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type UnavailablePageTextFor, createPlainPage } from '#http/unavailable-page.ts';
import { offlinePath, serviceWorkerOf, serviceWorkerPolicy } from '#http/service-worker.ts';
import { manifestOf, ownIcons, shareTargetPath, type ShortcutWords } from '#http/web-manifest.ts';

export interface InstalledAppOptions {
  readonly configOf: (request: FastifyRequest) => Promise<Config>;
  readonly wordsOf: UnavailablePageTextFor;
  /** Names of its pages in a language. */
  readonly shortcutWordsOf: (locale: string) => Promise<ShortcutWords>;
  readonly version: string;
}

const registerIcons = async (app: FastifyInstance): Promise<void> => {
  for (const name of ownIcons) {
    const bytes = await readFile(new URL(`icons/${name}`, import.meta.url));
    app.get(`/icons/${name}`, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=86400').type('image/png').send(bytes),
    );
  }
};

/** Answers files that are shared before the service worker runs: they are not accepted, and the page says so. */
const registerMissedShares = async (app: FastifyInstance): Promise<void> => {
  await app.register(async (inner) => {
    inner.addContentTypeParser('multipart/form-data', (_request, payload, done) => {
      payload.resume();
      done(null);
    });
    inner.post(shareTargetPath, (_request, reply) => reply.redirect(`${pages.files}?received=nothing`, 303));
  });
};

/** Serves the parts of an installable application: manifest, icons, service worker, and the offline page. */
export const registerInstalledApp = async (
  app: FastifyInstance,
  { configOf, wordsOf, shortcutWordsOf, version }: InstalledAppOptions,
): Promise<void> => {
  const sendOffline = createPlainPage('offline', wordsOf);
  const worker = serviceWorkerOf(version);
  app.get('/manifest.webmanifest', async (request, reply) => {
    // An installed application has the name of the settings, for every user.
    const config = await configOf(request);
    const manifest = manifestOf(config, await shortcutWordsOf(config.locale));
    return reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json')
      .send(JSON.stringify(manifest));
  });
  app.get('/service-worker.js', (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', serviceWorkerPolicy)
      .type('text/javascript; charset=utf-8')
      .send(worker),
  );
  app.get(offlinePath, (request, reply) => sendOffline(request, reply, 200));
  await registerIcons(app);
  await registerMissedShares(app);
};
