import {
  forgetReceived,
  setReceivedFilesOwner,
  receivedFiles,
  waitingNames,
} from '#features/uploads/received-files.ts';
import { mayUpload } from '#features/uploads/start-uploads.ts';
import { text } from '#shared/i18n/messages.ts';
import { currentLocation, navigate } from '#shared/router/location.ts';
import { session, userQuery } from '#shared/session/session.ts';
import { showToast } from '#shared/ui/toast.ts';
import { queryClient } from './query-client.ts';

/** The part of an address that tells what the service worker has received; it leads to Files. */
const parameter = 'received';

const nameIn = (search: string): string | null => new URLSearchParams(search).get(parameter);

/** Returns the name in the address that was opened: before the page was at rest somebody may have gone on. */
const namedAtFirst = (): string | null => {
  const [opened] = performance.getEntriesByType('navigation');
  return opened ? nameIn(new URL(opened.name, location.href).search) : null;
};
let isOpening = true;

const takeName = (): string | null => {
  const { pathname, search } = currentLocation();
  const name = nameIn(search) ?? (isOpening ? namedAtFirst() : null);
  isOpening = false;
  // A reload must not say it again.
  const rest = new URLSearchParams(search);
  if (!rest.has(parameter)) return name;
  rest.delete(parameter);
  navigate(rest.size > 0 ? `${pathname}?${rest}` : pathname, { replace: true });
  return name;
};

/** Any site can post files to a tab; only in a window of the installed application the device has shared them. */
const isTab = (): boolean => matchMedia('(display-mode: browser)').matches;

const refused = (name: string): Promise<void> => {
  showToast({ type: 'danger', message: text('received.missed') });
  return forgetReceived(name);
};

/** Asks about what waits by this name, in one window only. @returns whether the session goes on */
const askFor = async (name: string): Promise<boolean> => {
  const files = await receivedFiles(name);
  if (files.length === 0) return true;
  const { data } = await queryClient.query(userQuery);
  const { askWhereTo } = await import('./received.tsx');
  const isAnswered = await askWhereTo(files, data.meta.restrictions);
  if (isAnswered) await forgetReceived(name);
  return isAnswered;
};

const askOnce = (name: string): Promise<boolean> =>
  navigator.locks.request(`holdall:received:${name}`, { ifAvailable: true }, (lock) =>
    lock === null ? true : askFor(name),
  );

/**
 * Asks where to upload files that were shared with the application from elsewhere on the device. They wait where the
 * service worker has put them, wherever the page has gone meanwhile, until somebody has answered or they are an hour
 * old.
 */
export const lookForReceived = async (): Promise<void> => {
  // Somebody may have signed out before the page was at rest.
  if (!session.get().authorized) return;
  const { data } = await queryClient.query(userQuery);
  await setReceivedFilesOwner(data.id);
  const name = takeName();
  const waiting = await waitingNames();
  if (name !== null && (isTab() || !waiting.includes(name))) return refused(name);
  if (isTab() || waiting.length === 0) return;
  if (!mayUpload(false)) return void (await Promise.all(waiting.map(forgetReceived)));
  for (const one of waiting) if (!(await askOnce(one))) return;
};
