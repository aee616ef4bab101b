import { useEffect, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { askedQuery, beginVisit, isRefusal } from '#features/asked/asked.queries.ts';
import { RequestScreen } from '#screens/request.screen.tsx';
import { useTitle } from '#screens/use-title.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { guestPaths } from '#shared/paths/guest-paths.ts';
import { currentLocation, navigate, useLocation } from '#shared/router/location.ts';
import { ErrorBlock } from '#shared/ui/empty-block.tsx';
import { MessagePage } from '#shared/ui/message-page.tsx';
import { GuestFrame } from '../guest/guest-frame.tsx';
import { GuestSkeleton } from '../guest/guest-skeleton.tsx';
import { queryClient } from '../query-client.ts';
import { paramsOf } from '../route-params.ts';

const pattern = /^\/request\/(?<token>[^/]+)/;
const tokenOf = (pathname: string): string => paramsOf({ pattern }, pathname)['token'] ?? '';

/** A request that was taken back, or never was. */
const Gone = () => {
  const t = useText();
  useTitle(t('asked.gone.title'));
  return (
    <MessagePage
      emoji="🔗"
      title={t('asked.gone.title')}
      text={t('errors.file_request.not_found')}
      action={null}
    />
  );
};

/** Goes to the page of what is unavailable for a while. */
const Unavailable = () => {
  const { pathname } = useLocation();
  useEffect(() => navigate(guestPaths.unavailable(pathname), { replace: true }), [pathname]);
  return null;
};

/** `/request/:token`: the page of those who are asked for files. */
const RequestRoute = (): ReactNode => {
  const token = tokenOf(useLocation().pathname);
  const { data, error, isFetching, refetch } = useQuery(askedQuery(token));
  if (isRefusal(error, 'file_request.not_found')) return <Gone />;
  if (isRefusal(error, 'share.unavailable')) return <Unavailable />;
  if (data)
    return (
      <GuestFrame>
        <RequestScreen token={token} asked={data} />
      </GuestFrame>
    );
  if (error)
    return (
      <GuestFrame>
        <main className="guest-middle">
          <ErrorBlock busy={isFetching} onRetry={() => void refetch()} />
        </main>
      </GuestFrame>
    );
  return <GuestSkeleton />;
};

/** Makes the page one of the request that the address names; it is asked for beside the scripts. */
export const loadRequest = async (): Promise<typeof RequestRoute> => {
  const token = tokenOf(currentLocation().pathname);
  beginVisit(queryClient, token);
  await queryClient.query(askedQuery(token)).catch(() => undefined);
  return RequestRoute;
};
