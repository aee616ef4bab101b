import { Suspense, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { beginVisit, linkRefusal, shareQuery, type Share } from '#features/guest/visit.ts';
import { GuestDeadScreen } from '#screens/guest-dead.screen.tsx';
import { NotFoundScreen } from '#screens/not-found.screen.tsx';
import type { ApiError } from '#shared/api/api-error.ts';
import { useStore } from '#shared/lib/store.ts';
import { guestPaths } from '#shared/paths/guest-paths.ts';
import { linkOf } from '#shared/paths/paths.ts';
import { currentLocation, useLocation } from '#shared/router/location.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { GuestFrame } from '../guest/guest-frame.tsx';
import { askOfDownloads } from '../guest/guest-downloads.ts';
import { tokenOf, useGuestFolder, useGuestPath, useToken } from '../guest/guest-place.ts';
import { GuestSkeleton } from '../guest/guest-skeleton.tsx';
import { Redirect, UnavailableRedirect } from '../guest/redirect.tsx';
import { waitBriefly } from '../guest/wait-briefly.ts';
import { LinkError } from '../guest/link-error.tsx';
import { queryClient } from '../query-client.ts';

const GuestFolder = lazyChunk(
  'guest-folder',
  async () => (await import('../guest/guest-folder.tsx')).GuestFolder,
);
const GuestFile = lazyChunk('guest-file', async () => (await import('../guest/guest-file.tsx')).GuestFile);
const Authenticate = lazyChunk(
  'authenticate',
  async () => (await import('#screens/guest-authenticate.screen.tsx')).GuestAuthenticateScreen,
);

interface LinkProps {
  readonly token: string;
}

const ownPage = /^\/(?:files(?:\/[\w-]+)?|file)(?:\?[^#]*)?$/;

/** Returns the page that the guest was going to before the password was asked for, if that is a page of this link. */
const redirectIn = (search: string, { token }: LinkProps): string | undefined => {
  const redirect = new URLSearchParams(search).get('redirect') ?? '';
  const link = guestPaths.share(token);
  const isOurs = redirect.startsWith(link) && ownPage.test(redirect.slice(link.length));
  return isOurs ? redirect : undefined;
};

/** The page of a link that refuses the guest. */
const Refused = ({ token, refusal }: LinkProps & { readonly refusal: ApiError }) => {
  const path = useGuestPath();
  const { pathname, search } = useLocation();
  const here = pathname + search;
  if (refusal.code === 'share.unavailable') return <UnavailableRedirect />;
  // The page is about to begin anew elsewhere.
  if (linkOf(pathname) === undefined) return null;
  if (refusal.code !== 'share.locked') return <GuestDeadScreen />;
  if (path !== '/authenticate')
    return <Redirect to={guestPaths.authenticate(token, path === '' ? undefined : here)} />;
  return (
    <GuestFrame>
      <Authenticate {...{ token, refusal }} />
    </GuestFrame>
  );
};

/** The page of a link that the guest has opened. */
const Opened = ({ token, share }: LinkProps & { readonly share: Share }) => {
  const path = useGuestPath();
  const folderId = useGuestFolder();
  const isFolder = share.relationships.item.data.type === 'folder';
  const home = isFolder ? guestPaths.files(token) : guestPaths.file(token);
  if (path === '/authenticate')
    return <Redirect to={redirectIn(currentLocation().search, { token }) ?? home} />;
  if (path === '' || path === (isFolder ? '/file' : '/files')) return <Redirect to={home} />;
  if (isFolder && /^\/files(?:\/[^/]+)?$/.test(path)) return <GuestFolder {...{ token, share, folderId }} />;
  if (!isFolder && path === '/file') return <GuestFile {...{ token, share }} />;
  return <NotFoundScreen />;
};

/** `/share/:token`: all pages of one link. */
const ShareRoute = (): ReactNode => {
  const token = useToken();
  const refusal = useStore(linkRefusal);
  const { data, error, refetch } = useQuery(shareQuery(token));
  if (refusal) return <Refused {...{ token, refusal }} />;
  if (data)
    return (
      <Suspense fallback={<GuestSkeleton />}>
        <Opened {...{ token }} share={data} />
      </Suspense>
    );
  if (error) return <LinkError {...{ error }} onRetry={() => void refetch()} />;
  return <GuestSkeleton />;
};

const loadLink = async (token: string): Promise<void> => {
  const { relationships } = await queryClient.query(shareQuery(token));
  await (relationships.item.data.type === 'file' ? GuestFile : GuestFolder).load();
};

/** Makes the page one of the link that the address names; what it leads to is asked for beside the scripts. */
export const loadShare = async (): Promise<typeof ShareRoute> => {
  const token = tokenOf(currentLocation().pathname);
  beginVisit(queryClient, token);
  askOfDownloads(queryClient, token);
  // The component that draws it loads it again, and shows why it is missing.
  await waitBriefly(loadLink(token).catch(() => undefined));
  return ShareRoute;
};
