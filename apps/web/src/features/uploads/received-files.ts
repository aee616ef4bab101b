/** The caches as the service worker names them. It drops both at sign-out, and files older than an hour. */
const cacheName = 'holdall-received';
const ownerName = 'holdall-received-for';
const top = '/share-target/';
const ownerPath = `${top}for`;
/** The last segment of the marker that follows the files once all of them are stored. */
const completeMarker = 'whole';

/** Browsers provide it on HTTPS and on localhost only. */
const storage = (): CacheStorage | undefined => (globalThis as { readonly caches?: CacheStorage }).caches;

/** Parses `/share-target/<id>/<number>`; an id begins with the time of arrival. */
const cacheKeyOf = ({ url }: Request): string[] => new URL(url).pathname.slice(top.length).split('/');

const fileOf = async (answer: Response): Promise<File> => {
  const { headers } = answer;
  return new File([await answer.blob()], decodeURIComponent(headers.get('x-name') ?? ''), {
    type: headers.get('content-type') ?? '',
    lastModified: Number(headers.get('x-modified') ?? 0),
  });
};

const openKept = async (): Promise<Cache | undefined> =>
  (await storage()?.has(cacheName)) ? storage()?.open(cacheName) : undefined;

/** Returns the names of received files that wait for a destination, the latest first. */
export const waitingNames = async (): Promise<string[]> => {
  const keys = ((await (await openKept())?.keys()) ?? []).map(cacheKeyOf);
  return keys.flatMap(([id = '', part]) => (part === completeMarker ? [id] : [])).toReversed();
};

/**
 * Returns the files that were shared with the application under this name, in order; they stay until they are
 * forgotten.
 */
export const receivedFiles = async (name: string): Promise<File[]> => {
  const cache = await openKept();
  if (cache === undefined) return [];
  const kept = (await cache.keys()).filter((request) => {
    const [id, part] = cacheKeyOf(request);
    return id === name && part !== completeMarker;
  });
  const answers = await Promise.all(kept.map((request) => cache.match(request)));
  return Promise.all(answers.flatMap((answer) => (answer ? fileOf(answer) : [])));
};

export const forgetReceived = async (name: string): Promise<void> => {
  const cache = await openKept();
  for (const request of (await cache?.keys()) ?? [])
    if (cacheKeyOf(request)[0] === name) await cache?.delete(request);
};

/** Records the owner of the received files. Files of another user, whose session was lost here, are forgotten. */
export const setReceivedFilesOwner = async (userId: string): Promise<void> => {
  const owner = await storage()?.open(ownerName);
  const before = await (await owner?.match(ownerPath))?.text();
  if (before === userId) return;
  if (before !== undefined) await storage()?.delete(cacheName);
  await owner?.put(ownerPath, new Response(userId));
};
