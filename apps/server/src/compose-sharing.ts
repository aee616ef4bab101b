import type { Services } from '#app.ts';
import type { Parts } from '#compose-parts.ts';
import type { ActivityService } from '#features/activity/index.ts';
import { createEndedLinks, createLinkDownloads } from '#features/links/index.ts';
import { createReceivedService, createRequestsService } from '#features/requests/index.ts';
import {
  createCollectionsService,
  createDeedsService,
  createGuestsService,
  createLinkCards,
  createLinksSummary,
  createSharesService,
} from '#features/sharing/index.ts';

export interface SharingNeeds extends Pick<
  Services,
  'auth' | 'activity' | 'mail' | 'jobs' | 'usage' | 'actions'
> {
  readonly parts: Parts;
}

/** Links and file requests: who makes them, and who comes by them. */
export const composeSharing = ({ parts, auth, activity, mail, jobs, usage, actions }: SharingNeeds) => {
  const { db, clock, events } = parts;
  const record: ActivityService['record'] = (on, entry) => activity.record(on, entry);
  const endedLinks = createEndedLinks({ db, clock });
  const ofLinks = { ...parts, limits: auth.limits, mail, record };
  const requests = createRequestsService(ofLinks);
  const received = createReceivedService({ ...ofLinks, jobs, usage });
  const guests = createGuestsService({ ...parts, limits: auth.limits, gather: activity.gather });
  const linkCards = createLinkCards({ db, guests });
  const shares = createSharesService(ofLinks);
  const collections = createCollectionsService(ofLinks);
  const linkDownloads = createLinkDownloads({ db, clock });
  const deeds = createDeedsService({ db, clock, events, actions, record });
  return {
    endedLinks,
    requests,
    received,
    guests,
    linkCards,
    shares,
    collections,
    linkDownloads,
    deeds,
    summarizeLinks: createLinksSummary({ db, clock }),
  };
};
