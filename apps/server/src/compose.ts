import { sql } from 'kysely';
import { createPusherHub } from '#adapters/pusher-hub.ts';
import type { BaseServices, Services } from '#app.ts';
import { createAccountService } from '#features/account/index.ts';
import { createActivityService } from '#features/activity/index.ts';
import { createAdminService } from '#features/admin/index.ts';
import { createAuthService, limits } from '#features/auth/index.ts';
import { createDownloadsService, createZipService } from '#features/downloads/index.ts';
import {
  createFileActions,
  createFilesService,
  createFileTargets,
  createItemViews,
  createHoldTree,
} from '#features/files/index.ts';
import { createFavouritesService } from '#features/favourites/index.ts';
import { createEndedLinks, createGuestBook, createLinkDownloads } from '#features/links/index.ts';
import { createJobsService } from '#features/jobs/index.ts';
import { createMailService } from '#features/mail/index.ts';
import { createPicturesService } from '#features/pictures/index.ts';
import { createRealtimeService } from '#features/realtime/index.ts';
import { createReceivedService, createRequestsService } from '#features/requests/index.ts';
import { createSearchService } from '#features/search/index.ts';
import {
  createServerTools,
  createSettingsChanges,
  createSettingsService,
  lockedBy,
} from '#features/settings/index.ts';
import {
  createDeedsService,
  createGuestsService,
  createGuestWatch,
  createLinkCards,
  createLinksSummary,
  createNotices,
  createSharesService,
} from '#features/sharing/index.ts';
import { createSetupService, type SetupService } from '#features/setup/index.ts';
import { createThumbnailsService } from '#features/thumbnails/index.ts';
import { createTranslationsService } from '#features/translations/index.ts';
import { createTrashService } from '#features/trash/index.ts';
import { createUploadsService } from '#features/uploads/index.ts';
import { createUsageService } from '#features/usage/index.ts';
import { createPasswordRule, createUsersService, type UsersService } from '#features/users/index.ts';
import { createViewsService } from '#features/views/index.ts';
import type { Parts } from '#compose-parts.ts';

/** What exists before anything is installed. */
export interface Foundation extends BaseServices {
  readonly setup: SetupService;
  readonly users: UsersService;
}

export const composeFoundation = ({ db, clock, events, hasher, breached, sealer }: Parts): Foundation => {
  const settings = createSettingsService({ db, clock, sealer });
  const translations = createTranslationsService();
  const users = createUsersService({
    hasMessages: translations.hasMessages,
    db,
    clock,
    events,
    hasher,
    checkNewPassword: createPasswordRule({
      breached,
      title: async () => (await settings.current()).title,
    }),
  });
  return { settings, users, translations, setup: createSetupService({ db, settings, users }) };
};

/** Every feature of an installed server. */
export const composeServices = (parts: Parts, { settings, translations, users }: Foundation): Services => {
  const { db, blobs, clock, events } = parts;
  const jobs = createJobsService({ db, clock, node: parts.node, onError: parts.onBackgroundError });
  const mail = createMailService({
    ...parts,
    settings,
    jobs,
    wordsOf: (wishes) => {
      const locale = translations.firstOf(wishes);
      return { locale, messages: translations.getMessages(locale).messages };
    },
  });
  const activity = createActivityService({ db, clock });
  const auth = createAuthService({
    ...parts,
    users,
    activity,
    botSecret: () => settings.recaptchaSecret(),
    onError: parts.onBackgroundError,
  });
  const account = createAccountService({ db, clock, events, users, auth, activity, mail, settings });
  const notices = createNotices({ db, clock, jobs, mail });
  const guestBook = createGuestBook({
    clock,
    onReceived: (trx, guest) => received.expect(trx, guest),
    tellLog: async (trx, guest, { kind, name, toName = null, count }) => {
      await activity.record(trx, {
        kind: `guest.${kind}`,
        actorId: null,
        userId: guest.ownerId,
        ...guest.caller,
        details: { name, to: toName, count },
      });
      if (kind !== 'undone') await notices.due(trx, guest);
    },
  });
  const viewItems = createItemViews(parts);
  const files = createFilesService({ db, clock, events, guests: guestBook });
  const holdTree = createHoldTree(db);
  const actions = createFileActions({ db, clock, events, holdTree, guests: guestBook });
  const settingsChanges = createSettingsChanges({
    ...parts,
    settings,
    record: (on, entry) => activity.record(on, entry),
    locked: lockedBy(parts.operatorMail),
    hasMessages: translations.hasMessages,
  });
  const pictures = createPicturesService({
    ...parts,
    settingsChanges,
    countImage: (userId) => auth.limits.count(`image:${userId}`, limits.imagesOfAccount),
  });
  const thumbnails = createThumbnailsService({
    ...parts,
    files,
    jobs,
    onError: parts.onBackgroundError,
  });
  const zip = createZipService({ db, blobs, clock, events });
  const guestWatch = createGuestWatch({ db, clock, events, onError: parts.onBackgroundError });
  const realtime = createRealtimeService({
    db,
    settings,
    auth,
    events,
    hub: createPusherHub(),
    viewItems,
    watchGuest: (guest, end) => guestWatch.watch(guest, end),
    onError: parts.onBackgroundError,
  });
  const usage = createUsageService({ db, clock, settings, jobs });
  const uploads = createUploadsService({
    db,
    blobs,
    clock,
    settings,
    usage,
    events,
    targets: createFileTargets({ db, clock, guests: guestBook }),
    claims: [(keys) => thumbnails.claimedKeys(keys), (keys) => pictures.claimedKeys(keys)],
    onError: parts.onBackgroundError,
  });
  const endedLinks = createEndedLinks({ db, clock });
  const record: typeof activity.record = (on, entry) => activity.record(on, entry);
  const ofLinks = { ...parts, limits: auth.limits, mail, record };
  const requests = createRequestsService(ofLinks);
  const received = createReceivedService({ ...ofLinks, jobs, usage });
  const trash = createTrashService({
    db,
    blobs,
    clock,
    events,
    settings,
    actions,
    holdTree,
    jobs,
    releaseUsage: (trx, ownerId, bytes) => usage.releaseUsage(trx, ownerId, bytes),
    blobDependants: [(trx, blobIds) => thumbnails.dependantKeys(trx, blobIds)],
    onError: parts.onBackgroundError,
  });
  const serverTools = createServerTools({
    db,
    countTestMail: (userId) => auth.limits.count(`test_mail:${userId}`, limits.testMailOfAccount),
    emailOf: async (actor) => (await users.getOwn(actor)).email,
    sendMail: (to) => mail.sendTest(to),
    caches: {
      zip_layouts: async () => zip.clearLayouts(),
      failed_thumbnails: () => thumbnails.retryFailed(),
      finished_jobs: () => jobs.forgetDone(),
    },
    record: (on, entry) => activity.record(on, entry),
  });
  const admin = createAdminService({
    ...parts,
    settings,
    jobs,
    users,
    usage,
    account,
    auth,
    mail,
    activity,
    pictures,
    // What guests have begun is known by their links: those go after it.
    erasing: [uploads, zip, endedLinks, requests, trash, actions],
  });
  const guests = createGuestsService({ db, clock, hasher: parts.hasher, limits: auth.limits, record });
  const linkCards = createLinkCards({ db, guests });
  const shares = createSharesService(ofLinks);
  const linkDownloads = createLinkDownloads({ db, clock });
  const deeds = createDeedsService({ db, clock, events, actions, record });
  return {
    admin,
    deeds,
    shares,
    summarizeLinks: createLinksSummary({ db, clock }),
    received,
    requests,
    publicAddress: parts.publicAddress,
    guests,
    guestBook,
    guestWatch,
    linkCards,
    linkDownloads,
    viewItems,
    settings,
    settingsChanges,
    serverTools,
    pictures,
    translations,
    users,
    mail,
    activity,
    auth,
    account,
    files,
    actions,
    trash,
    uploads,
    usage,
    downloads: createDownloadsService({ files, blobs, clock }),
    jobs,
    search: createSearchService({ db, clock }),
    views: createViewsService({ db, files, clock }),
    favourites: createFavouritesService({ db, events, holdTree }),
    thumbnails,
    zip,
    realtime,
    settled: async () => {
      guestWatch.close();
      await uploads.settled();
      await thumbnails.settled();
      await jobs.settled();
      await usage.settled();
      await auth.settled();
      await parts.thumbnailer.close();
    },
    ready: async () => {
      await sql`select 1`.execute(db);
      await blobs.probe();
    },
    prepare: async () => {
      await uploads.clearStaging();
      await thumbnails.sweep();
      await trash.resume();
      await admin.resume();
      jobs.start();
    },
    sweep: async () => {
      for (const part of [
        auth,
        account,
        uploads,
        actions,
        trash,
        thumbnails,
        pictures,
        jobs,
        usage,
        zip,
        linkDownloads,
        requests,
        endedLinks,
        admin,
      ]) {
        try {
          // One after the other, so that cleaning up never crowds out requests.
          await part.sweep();
        } catch (error) {
          // What one part cannot clean up, a blob store that is away for example, stops no other.
          parts.onBackgroundError(error);
        }
      }
    },
  };
};
