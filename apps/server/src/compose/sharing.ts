import type { Services } from '#app.ts';
import type { Infrastructure } from '#compose/infrastructure.ts';
import type { ActivityService } from '#features/activity/index.ts';
import { createEndedLinks, createLinkDownloads } from '#features/links/index.ts';
import { createReceivedService, createRequestsService } from '#features/requests/index.ts';
import {
  createCollectionsService,
  createShareActivityService,
  createGuestsService,
  createLinkCards,
  createLinksSummary,
  createSharesService,
} from '#features/sharing/index.ts';

export interface SharingNeeds extends Pick<
  Services,
  'auth' | 'activity' | 'mail' | 'jobs' | 'usage' | 'actions'
> {
  readonly infrastructure: Infrastructure;
}

/** Composes links and file requests, for their owners and their guests. */
export const composeSharing = ({
  infrastructure,
  auth,
  activity,
  mail,
  jobs,
  usage,
  actions,
}: SharingNeeds) => {
  const { db, clock, events } = infrastructure;
  const record: ActivityService['record'] = (on, entry) => activity.record(on, entry);
  const endedLinks = createEndedLinks({ db, clock });
  const ofLinks = { ...infrastructure, limits: auth.limits, mail, record };
  const requests = createRequestsService(ofLinks);
  const received = createReceivedService({ ...ofLinks, jobs, usage });
  const guests = createGuestsService({ ...infrastructure, limits: auth.limits, gather: activity.gather });
  const linkCards = createLinkCards({ db, guests });
  const shares = createSharesService(ofLinks);
  const collections = createCollectionsService(ofLinks);
  const linkDownloads = createLinkDownloads({ db, clock });
  const shareActivity = createShareActivityService({ db, clock, events, actions, record });
  return {
    endedLinks,
    requests,
    received,
    guests,
    linkCards,
    shares,
    collections,
    linkDownloads,
    shareActivity,
    summarizeLinks: createLinksSummary({ db, clock }),
  };
};
