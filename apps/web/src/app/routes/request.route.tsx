import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { fileRequestQuery, beginVisit, isRefusal } from '#features/file-request-page/file-request.queries.ts';
import { RequestScreen } from '#screens/request.screen.tsx';
import { useTitle } from '#screens/use-title.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { currentLocation, useLocation } from '#shared/router/location.ts';
import { MessagePage } from '#shared/ui/message-page.tsx';
import { GuestFrame } from '../guest/guest-frame.tsx';
import { GuestSkeleton } from '../guest/guest-skeleton.tsx';
import { UnavailableRedirect } from '../guest/redirect.tsx';
import { waitBriefly } from '../guest/wait-briefly.ts';
import { LinkError } from '../guest/link-error.tsx';
import { useUploadsAtHand } from '../guest/use-uploads-at-hand.ts';
import { queryClient } from '../query-client.ts';
import { paramsOf } from '../route-params.ts';

const pattern = /^\/request\/(?<token>[^/]+)/;
const tokenOf = (pathname: string): string => paramsOf({ pattern }, pathname)['token'] ?? '';

/** A request that was taken back, or never was. */
const Gone = () => {
  const t = useText();
  useTitle(t('file_request.not_found.title'));
  return (
    <MessagePage
      emoji="🔗"
      title={t('file_request.not_found.title')}
      text={t('errors.file_request.not_found')}
      action={null}
    />
  );
};

/** `/request/:token`: the page of those who are request for files. */
const RequestRoute = (): ReactNode => {
  const token = tokenOf(useLocation().pathname);
  const { data, error, refetch } = useQuery(fileRequestQuery(token));
  useUploadsAtHand(data?.meta.canUpload === true);
  if (isRefusal(error, 'file_request.not_found')) return <Gone />;
  if (isRefusal(error, 'share.unavailable')) return <UnavailableRedirect />;
  if (data)
    return (
      <GuestFrame>
        <RequestScreen token={token} request={data} />
      </GuestFrame>
    );
  if (error) return <LinkError {...{ error }} onRetry={() => void refetch()} />;
  return <GuestSkeleton />;
};

/** Makes the page one of the request that the address names; it is request for beside the scripts. */
export const loadRequest = async (): Promise<typeof RequestRoute> => {
  const token = tokenOf(currentLocation().pathname);
  beginVisit(queryClient, token);
  await waitBriefly(queryClient.query(fileRequestQuery(token)).catch(() => undefined));
  return RequestRoute;
};
