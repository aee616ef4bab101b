import { signOut } from '@holdall/contract/auth';
import { pages } from '@holdall/contract/pages';
import { shareTargetPath } from '#http/web-manifest.ts';

/** The page that replaces all others while the browser is offline. */
export const offlinePath = '/offline';

/**
 * The service worker. It answers two requests alone: pages that cannot be loaded, with the offline page; and
 * files that are shared with the application, which wait here until its page takes them, an hour at most, and
 * no longer than the session. Any site can post such files: their number and size are bounded, and only a
 * window of the installed application takes them. Nothing else passes through the worker, so that no answer of
 * the API and no user's file is ever cached. It holds no part of the application: another version of it takes
 * over at once.
 */
const script = `
const offlinePages = 'holdall-offline-' + VERSION;
const receivedFiles = 'holdall-received';
/** The client whose page has looked for them. */
const receivedFor = 'holdall-received-for';
const keepMs = 60 * 60 * 1000;
/** Bound of all waiting files, because browsers let a site use most of the disk. */
const mostFiles = 500;
const mostBytes = 4 * 1024 ** 3;

const install = async () => {
  const cache = await caches.open(offlinePages);
  await cache.add(new Request(OFFLINE, { cache: 'reload', credentials: 'omit' }));
  await self.skipWaiting();
};
const activate = async () => {
  for (const name of await caches.keys())
    if (name.startsWith('holdall-offline-') && name !== offlinePages) await caches.delete(name);
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
};
/** Removes all data at sign-out. */
const leave = () => Promise.all([receivedFiles, receivedFor].map((name) => caches.delete(name)));
const open = async (event) => {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const page = await caches.match(OFFLINE, { cacheName: offlinePages });
    if (page === undefined) throw error;
    return page;
  }
};
/** Removes files that no page has taken. */
const sweep = async (cache) => {
  for (const { url } of await cache.keys())
    if (!(Number(new URL(url).pathname.split('/')[2]?.split('-')[0]) > Date.now() - keepMs)) await cache.delete(url);
};
const sweepIfAny = async () => {
  if (await caches.has(receivedFiles)) await sweep(await caches.open(receivedFiles));
};
const keep = async (cache, place, file) => {
  const headers = {
    'content-type': file.type || 'application/octet-stream',
    'x-name': encodeURIComponent(file.name),
    'x-modified': String(file.lastModified),
    'x-size': String(file.size),
  };
  await cache.put(place, new Response(file, { headers }));
};
const sum = (sizes) => sizes.reduce((all, size) => all + Number(size), 0);
const receive = async (request) => {
  const files = (await request.formData()).getAll('files').filter((file) => file instanceof File);
  const size = sum(files.map((file) => file.size));
  if (files.length === 0 || files.length > mostFiles || size > mostBytes) throw new RangeError('That is none, or too much.');
  const cache = await caches.open(receivedFiles);
  await sweep(cache);
  const waiting = await cache.matchAll();
  const waitingSize = sum(waiting.map(({ headers }) => headers.get('x-size')));
  // The files that are shared now are the ones that the user waits for.
  if (waiting.length + files.length > mostFiles || waitingSize + size > mostBytes)
    for (const request of await cache.keys()) await cache.delete(request);
  const place = SHARE + '/' + Date.now() + '-' + crypto.randomUUID() + '/';
  try {
    for (const [index, file] of files.entries()) await keep(cache, place + index, file);
    // The entry is complete only now.
    await cache.put(place + 'whole', new Response(''));
  } catch (error) {
    for (const request of await cache.keys()) if (request.url.includes(place)) await cache.delete(request);
    throw error;
  }
  return Response.redirect(FILES + '?received=' + place.split('/')[2], 303);
};
/** Tells whether the request names this site as its origin; the page detects a false one. */
const isFromSite = ({ referrer, headers, destination }) =>
  destination !== 'document' ||
  [referrer, headers.get('origin') ?? ''].some(
    (address) => /^https?:/.test(address) && new URL(address).origin !== self.location.origin,
  );
const take = (request) =>
  isFromSite(request) ? Response.redirect(FILES, 303) : receive(request).catch(missed);
const missed = () => Response.redirect(FILES + '?received=nothing', 303);

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.method === 'POST' && pathname === SHARE) event.respondWith(take(request));
  else if (request.method === 'POST' && pathname === SIGN_OUT) event.waitUntil(leave());
  else if (request.mode === 'navigate' && request.method === 'GET' && !PROGRAMS.test(pathname)) {
    event.waitUntil(sweepIfAny().catch(() => undefined));
    event.respondWith(open(event));
  }
});
`;

/** Addresses that people open to get a file; what fails there is a download that failed. */
const programs = String.raw`/^\/(api|sandbox|health|translations)(\/|$)/`;

/** @param version of the server: a browser with another one updates at once */
export const serviceWorkerOf = (version: string): string =>
  [
    "'use strict';",
    `const VERSION = ${JSON.stringify(version)};`,
    `const OFFLINE = ${JSON.stringify(offlinePath)};`,
    `const SHARE = ${JSON.stringify(shareTargetPath)};`,
    `const SIGN_OUT = ${JSON.stringify(signOut.path)};`,
    `const FILES = ${JSON.stringify(pages.files)};`,
    `const PROGRAMS = ${programs};`,
    script,
  ].join('\n');

/** It requests pages from this server, and loads nothing else. */
export const serviceWorkerPolicy = "default-src 'none'; connect-src 'self'";
