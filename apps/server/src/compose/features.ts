import { requireFreeSpace } from '#adapters/disk/blob-free-space.ts';
import { databaseSpaceOf } from '#db/database-space.ts';
import { isPostgres } from '#db/dialect.ts';
import { createReportingStores } from '#adapters/blob-reporting.ts';
import { createStoresMaintenance } from '#features/storage/index.ts';
import { createPusherHub } from '#adapters/pusher/pusher-hub.ts';
import type { Services } from '#app.ts';
import { createAccountService } from '#features/account/index.ts';
import {
  type ActivityGatherer,
  createActivityGatherer,
  createActivityService,
} from '#features/activity/index.ts';
import { createAdminService } from '#features/admin/index.ts';
import { createAuthService, limits } from '#features/auth/index.ts';
import { createDownloadsService, createZipService } from '#features/downloads/index.ts';
import {
  createFileActions,
  createFilesService,
  createFileTargets,
  createItemViews,
  createTreeLock,
  createTreeRevisions,
} from '#features/files/index.ts';
import { createDemoService } from '#features/demo/index.ts';
import { createFavouritesService } from '#features/favourites/index.ts';
import { createGuestAccess } from '#features/links/index.ts';
import { createJobsService } from '#features/jobs/index.ts';
import { createMailService } from '#features/mail/index.ts';
import { createImagesService } from '#features/images/index.ts';
import { createRealtimeService } from '#features/realtime/index.ts';
import { createSearchService } from '#features/search/index.ts';
import { createBrandService, createPublicAddress, createServerTools } from '#features/settings/index.ts';
import { createGuestWatch, createNotices } from '#features/sharing/index.ts';
import { createThumbnailsService } from '#features/thumbnails/index.ts';
import { createTrashService } from '#features/trash/index.ts';
import { createVersionsService } from '#features/versions/index.ts';
import { createUploadsService } from '#features/uploads/index.ts';
import { presentIntegrity, presentWarnings, suspectMissing } from '#features/maintenance/index.ts';
import { createUsageService } from '#features/usage/index.ts';
import { createListingsService } from '#features/listings/index.ts';
import { createChecksumThread } from '#lib/checksum-thread.ts';
import { isNearlyFull } from '#lib/disk-space.ts';
import { openBrand } from '#compose/host-environment.ts';
import type { Foundation } from '#compose/foundation.ts';
import type { Infrastructure } from '#compose/infrastructure.ts';
import { composeServerTab } from '#compose/server-tab.ts';
import { composeSettings } from '#compose/settings.ts';
import { composeSharing } from '#compose/sharing.ts';
import { createLifecycle } from '#compose/lifecycle.ts';

export { composeFoundation, type Foundation } from '#compose/foundation.ts';

/**
 * Every feature of an installed server.
 *
 * @param gatherer may hold what happened before the installation
 */
export const composeServices = (
  given: Infrastructure,
  { settings, translations, users }: Foundation,
  gatherer: ActivityGatherer = createActivityGatherer(given.clock),
): Services => {
  const { db, clock, events } = given;
  const address = createPublicAddress({
    settings,
    events,
    decided: given.publicUrl,
    onError: given.onBackgroundError,
  });
  const infrastructure: Infrastructure = {
    ...given,
    publicAddress: () => address.origin() ?? given.publicAddress(),
  };
  const jobs = createJobsService({
    db,
    clock,
    node: infrastructure.node,
    onError: infrastructure.onBackgroundError,
  });
  const mail = createMailService({
    ...infrastructure,
    settings,
    jobs,
    wordsOf: (languages) => translations.catalogueFor(languages),
    imageOf: (id) => images.forMails(id),
  });
  const brand = createBrandService({
    store: openBrand(infrastructure.hostEnvironment.dataDir),
    imageOf: (id) => images.forMails(id),
    onError: infrastructure.onBackgroundError,
  });
  const activity = createActivityService({
    db,
    clock,
    gatherer,
    keptDays: async () => (await settings.current()).activity_days,
    onError: infrastructure.onBackgroundError,
  });
  const auth = createAuthService({
    ...infrastructure,
    users,
    activity,
    botSecret: () => settings.recaptchaSecret(),
    publicOrigin: address.origin,
    onError: infrastructure.onBackgroundError,
  });
  const account = createAccountService({ db, clock, events, users, auth, activity, mail, settings });
  const notices = createNotices({ db, clock, jobs, mail });
  const guestAccess = createGuestAccess({
    clock,
    onReceived: (trx, guest) => received.expect(trx, guest),
    logGuestChange: async (trx, guest, { kind, name, to_name: to = null, count }) => {
      await activity.record(trx, {
        kind: `guest.${kind}`,
        actorId: null,
        userId: guest.ownerId,
        ...guest.caller,
        details: { name, to, count },
      });
      if (kind !== 'undone') await notices.due(trx, guest);
    },
  });
  const viewItems = createItemViews(infrastructure);
  const withTreeLock = createTreeLock(db);
  const usage = createUsageService({
    db,
    clock,
    settings,
    jobs,
    evictVersions: (trx, eviction) => versions.evictVersions(trx, eviction),
    evictableBytes: (on, scope) => versions.evictableBytes(on, scope),
  });
  const actions = createFileActions({
    db,
    clock,
    events,
    withTreeLock,
    guests: guestAccess,
    addUsage: (trx, ownerId, added) =>
      usage.addStored(trx, { ownerId, capacity: null }, { ...added, mayEvict: false }),
    openCopyQuota: (ownerId, options) => usage.openCopyQuota(ownerId, options),
    purgeSoon: (ownerId) => trash.purgeSoon(ownerId),
  });
  const treeRevisions = createTreeRevisions({ db, clock, withTreeLock });
  const files = createFilesService({
    db,
    clock,
    events,
    guests: guestAccess,
    foldTouches: (ownerId) => treeRevisions.fold(ownerId),
  });
  const { storage, hostEnvironment } = infrastructure;
  const { stores } = storage;
  const settingsParts = composeSettings({
    infrastructure,
    foundation: { settings, users },
    address,
    auth,
    activity,
    mail,
  });
  const cleanable: typeof storage.cleanable = () => storage.cleanable();
  const images = createImagesService({
    ...infrastructure,
    stores,
    cleanable,
    settingsChanges: settingsParts.settingsChanges,
    countImage: (userId) => auth.limits.count(`image:${userId}`, limits.imagesOfAccount),
  });
  const thumbnails = createThumbnailsService({
    ...infrastructure,
    stores,
    files,
    jobs,
    onError: infrastructure.onBackgroundError,
  });
  const suspect = suspectMissing(jobs);
  const reported = createReportingStores(stores, (key) => {
    suspect(key).catch(infrastructure.onBackgroundError);
  });
  const zip = createZipService({ db, stores: reported, clock, events });
  const guestWatch = createGuestWatch({ db, clock, events, onError: infrastructure.onBackgroundError });
  const realtime = createRealtimeService({
    ...infrastructure,
    settings,
    auth,
    hub: createPusherHub(),
    viewItems,
    watchGuest: (guest, end) => guestWatch.watch(guest, end),
    onError: infrastructure.onBackgroundError,
  });
  const checksums = createChecksumThread(infrastructure.onBackgroundError);
  const databaseSpace = databaseSpaceOf(db, hostEnvironment.diskSpace);
  const targets = createFileTargets({
    db,
    clock,
    guests: guestAccess,
    keepsVersions: async (on) => (await settings.current(on)).versions,
  });
  const uploads = createUploadsService({
    db,
    stores,
    clock,
    smallContentLimit: infrastructure.smallContentLimit,
    requireFreeSpace: (bytes) =>
      isPostgres(db) ? Promise.resolve() : requireFreeSpace(databaseSpace, bytes),
    createChecksum: checksums.create,
    settings,
    usage,
    events,
    targets,
    node: infrastructure.node,
    cleanable,
    claims: [(keys) => thumbnails.claimedKeys(keys), (keys) => images.claimedKeys(keys)],
    onError: infrastructure.onBackgroundError,
  });
  const downloads = createDownloadsService({
    files,
    stores: reported,
    clock,
    isDirect: async () => (storage.downloads ?? (await settings.current()).storage_downloads) === 'direct',
  });
  const versions = createVersionsService({
    db,
    targets,
    guests: guestAccess,
    clock,
    events,
    files,
    downloads,
    settings,
    jobs,
    usage,
    activity,
    mail,
  });
  const sharing = composeSharing({ infrastructure, auth, activity, mail, jobs, usage, actions });
  const { received, requests, linkDownloads, endedLinks } = sharing;
  const record: typeof activity.record = (on, entry) => activity.record(on, entry);
  const trash = createTrashService({
    db,
    cleanable,
    clock,
    events,
    settings,
    actions,
    withTreeLock,
    jobs,
    isShortOfSpace: async () =>
      (await stores.location()).kind === 'disk' &&
      isNearlyFull(await infrastructure.hostEnvironment.diskSpace()),
    releaseUsage: (trx, ownerId, bytes) => usage.releaseUsage(trx, ownerId, bytes),
    blobDependants: [(trx, blobIds) => thumbnails.dependantBytes(trx, blobIds)],
    onError: infrastructure.onBackgroundError,
  });
  const storesMaintenance = createStoresMaintenance({
    db,
    clock,
    ...storage,
    ownerOf: (store) => storage.ownership.look(store),
  });
  const serverTools = createServerTools({
    db,
    caches: {
      zip_layouts: async () => zip.clearLayouts(),
      failed_thumbnails: () => thumbnails.retryFailed(),
      finished_jobs: () => jobs.forgetDone(),
    },
    record,
  });
  const { scrubber, backups, keptIn, ...serverTab } = composeServerTab({
    infrastructure,
    settings,
    jobs,
    mail,
    address,
    createChecksum: checksums.create,
  });
  const admin = createAdminService({
    ...infrastructure,
    stores,
    isDiskFull: () => infrastructure.reserve?.isFull() ?? false,
    lastExamination: () => serverTab.maintenance.lastExamination(),
    keptIn,
    integrity: async () => presentIntegrity(await serverTab.damage.summary()),
    warnings: async () => presentWarnings(await serverTab.warnings.list()),
    settings,
    jobs,
    users,
    usage,
    account,
    auth,
    mail,
    activity,
    images,
    // Guests' uploads are found by their links, so links are erased after them.
    erasing: [uploads, zip, endedLinks, requests, trash, actions],
  });
  const demo = createDemoService({
    db,
    clock,
    jobs,
    users,
    auth,
    usage,
    files,
    uploads,
    record,
    endAccount: (userId) => admin.users.endDemo(userId),
  });
  return {
    brand,
    admin,
    clock,
    ...serverTab,
    ...sharing,
    demo,
    publicAddress: infrastructure.publicAddress,
    address,
    guestAccess,
    guestWatch,
    viewItems,
    settings,
    ...settingsParts,
    serverTools,
    images,
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
    downloads,
    versions,
    jobs,
    search: createSearchService({ db, clock }),
    listings: createListingsService({ db, files, clock }),
    favourites: createFavouritesService({ db, events, withTreeLock }),
    thumbnails,
    zip,
    realtime,
    ...createLifecycle(infrastructure, {
      activity,
      admin,
      auth,
      checksums,
      guestWatch,
      jobs,
      thumbnails,
      trash,
      uploads,
      usage,
      sweepers: [
        auth,
        account,
        uploads,
        actions,
        treeRevisions,
        trash,
        thumbnails,
        images,
        jobs,
        usage,
        zip,
        linkDownloads,
        requests,
        endedLinks,
        demo,
        admin,
        storesMaintenance,
        scrubber,
        backups,
        versions,
        activity,
        serverTab.schedules,
        serverTab.warnings,
      ],
    }),
  };
};
