import type { Stores } from '#features/storage/index.ts';
import { createHash } from 'node:crypto';
import { allOf, itemRef } from '@holdall/contract/selections';
import { z } from 'zod';
import { listBlobBytes } from '#db/blob-bytes.ts';
import type { Db } from '#db/database.ts';
import { limits } from '#features/auth/index.ts';
import { isCollection, locateItem, resolveItems, topOf } from '#features/files/index.ts';
import { listLinkIds } from '#features/links/index.ts';
import { type Actor, principalOf, principalOfLink } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';
import { createRateWindow } from '#lib/concurrency/rate-window.ts';
import { networkOf } from '#lib/http/network-of.ts';
import type { Clock } from '#ports/clock.ts';
import type { Events } from '#ports/events.ts';
import { createId } from '#ports/ids.ts';
import { createArchiveSlots } from './archive-slots.ts';
import { type ReadableStores, streamGrowingZip, streamZip } from './zip-stream.ts';
import { createZipLayouts } from './zip-layouts.ts';
import {
  findSelection,
  insertSelection,
  removeSelectionsBefore,
  removeSelectionsOf,
  trimSelections,
} from './zip.repo.ts';
import type { Archive, PreparedZip, ZipSelection } from './zip.types.ts';
import { buildLayout, type WalkRequest, type ZipStart } from './zip-walk.ts';

/** Milliseconds for which a prepared selection can be downloaded. */
const selectionLifetime = 24 * 60 * 60_000;
/** The most prepared selections of one person, and of all guests of a link; older ones are deleted. */
const maxPerPerson = { count: 50, bytes: 4 * 1024 * 1024 } as const;
const maxPerLink = { count: 500, bytes: 16 * 1024 * 1024 } as const;
/** The cost of a guest's archive besides its entries. */
const eachArchive = 60_000;
/** The most files and folders of one archive. */
const defaultMaxEntries = 1_000_000;
/**
 * Entries beyond which an archive may be sent before its layout is complete, without its length. A layout of
 * a million entries takes ten seconds and more, one of this many less than one.
 */
const defaultMaxExactEntries = 50_000;

/** The stored selection. It is resolved again each time, because its contents change. */
const payload = z.object({ items: z.array(itemRef).optional(), all_of: allOf.optional() });

/** The way in which a client waits for an archive. */
export interface ArchiveWait {
  /** Tells whether the client has left. */
  readonly isClientGone: () => boolean;
  /** True if the archive may be sent before its length is known, if that takes long. */
  readonly isEarly: boolean;
}
const neverLeaves: ArchiveWait = { isClientGone: () => false, isEarly: false };

export interface ZipService {
  /** @throws item.not_found, download.disabled, zip.empty, zip.too_large, zip.too_many, server.unavailable; of guests limit.too_many */
  open(actor: Actor, selection: ZipSelection, wait?: ArchiveWait): Promise<Archive>;
  /** Opens a prepared selection. Throws like `open`, and item.not_found for an expired one or another principal's. */
  openPrepared(actor: Actor, id: string, wait?: ArchiveWait): Promise<Archive>;
  /** Stores a selection for a day. Throws like `open`. */
  prepare(actor: Actor, selection: ZipSelection, isClientGone?: () => boolean): Promise<PreparedZip>;
  /** Clears the cached layouts of this node. @returns how many */
  clearLayouts(): number;
  /** Deletes the prepared selections of an account and of the guests of its links. */
  erase(userId: string): Promise<void>;
  /** Deletes expired selections. */
  sweep(): Promise<void>;
}

export interface ZipDeps {
  readonly db: Db;
  readonly stores: Pick<Stores, 'get'>;
  readonly clock: Clock;
  readonly events: Events;
  readonly maxEntries?: number;
  readonly maxExactEntries?: number;
}

interface Start {
  readonly ownerId: string;
  readonly start: ZipStart;
  /** The facts that identify the archive as long as nothing below has changed. */
  readonly facts: unknown;
}

/** The queue of a walk, and the account whose share of the memory it takes. */
interface Accounting extends Pick<WalkRequest, 'queue'> {
  readonly payer: string;
  /** Guests: the client whose walks are counted. */
  readonly from: string | undefined;
}
/** A guest's request must not delay or displace its owner's. */
const accountingOf = (actor: Actor, ownerId: string): Accounting =>
  actor.kind === 'guest'
    ? {
        queue: { key: principalOfLink(actor.linkId), of: 'guests' },
        payer: `guests of ${ownerId}`,
        from: `${actor.linkId} ${networkOf(actor.caller?.address ?? '')}`,
      }
    : { queue: { key: ownerId, of: 'people' }, payer: ownerId, from: undefined };

const nameOf = (onlyFolder: string | undefined): string =>
  onlyFolder === undefined ? 'files.zip' : `${onlyFolder}.zip`;

const ownerOfPlace = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<{ container: string; owner: string }> => {
  const folderId = id === 'root' ? topOf(actor) : id;
  if (folderId !== null) {
    const { item } = await locateItem(db, actor, { id: folderId, action: 'download' });
    if (item.type !== 'folder') throw new AppError('item.not_found');
    return { container: item.id, owner: item.owner_id };
  }
  if (actor.kind !== 'user') throw new AppError('session.required');
  if (!actor.canDownload) throw new AppError('download.disabled');
  return { container: actor.id, owner: actor.id };
};

export const createZipService = ({
  db,
  stores,
  clock,
  events,
  maxEntries = defaultMaxEntries,
  maxExactEntries = defaultMaxExactEntries,
}: ZipDeps): ZipService => {
  const readable: ReadableStores = {
    get: (id) => stores.get(id),
    smallContents: (keys) => listBlobBytes(db, keys),
  };
  const layouts = createZipLayouts({ events, clock });
  const slots = createArchiveSlots();
  const window = createRateWindow({ ...limits.walkedByGuest, now: () => clock.now() });

  /** The gate decides first, so that a refused client never learns whether the archive exists. */
  const startOf = async (actor: Actor, { items, all_of: place }: ZipSelection): Promise<Start> => {
    if (place !== undefined && !isCollection(actor, place.id)) {
      if (place.in === 'trash') throw new AppError('item.not_found');
      const { container, owner } = await ownerOfPlace(db, actor, place.id);
      const except = place.except.toSorted();
      return {
        ownerId: owner,
        start: { kind: 'place', ownerId: owner, container, except: new Set(except) },
        facts: [container, except],
      };
    }
    const resolved = await resolveItems(db, actor, { items, all_of: place, action: 'download' });
    const [first] = resolved;
    if (first === undefined) throw new AppError('zip.empty');
    return {
      ownerId: first.owner_id,
      start: { kind: 'items', items: resolved },
      facts: resolved.map(({ id, name, modified_at: at, blob_id: blob }) => [id, name, at, blob]),
    };
  };

  const openWith = async (
    actor: Actor,
    { ownerId, start, facts }: Start,
    { isClientGone, isEarly }: ArchiveWait,
  ): Promise<Archive> => {
    const accounting = accountingOf(actor, ownerId);
    if (accounting.from !== undefined) window.check(accounting.from);
    const key = createHash('sha256')
      .update(JSON.stringify([accounting.payer, start.kind, facts]))
      .digest('hex');
    // The layout is in use from now on, since an answer may wait long for its connection before it opens
    // anything.
    const taken = await layouts[isEarly ? 'takeEarly' : 'take']({
      key,
      ownerId,
      payer: accounting.payer,
      isClientGone,
      build: (steps) =>
        buildLayout(db, {
          ...steps,
          queue: accounting.queue,
          start,
          maxEntries,
          maxExactEntries,
          onWalked: (entries) => {
            if (accounting.from !== undefined) window.count(accounting.from, entries + eachArchive);
          },
        }),
    });
    const base = { ownerId, askedAt: clock.now(), release: taken.release };
    if ('growing' in taken) {
      const { growing } = taken;
      return {
        ...base,
        name: nameOf(growing.onlyFolder),
        facts: undefined,
        subject: key,
        open: async () => streamGrowingZip(readable, growing.segments()),
      };
    }
    const { layout, onlyFolder } = taken;
    const { size, entries, digest } = layout;
    return {
      ...base,
      name: nameOf(onlyFolder),
      facts: { size, entries, digest },
      subject: digest,
      open: async (span = { start: 0, end: size - 1 }) =>
        streamZip(readable, layout.parts(span.start, span.end)),
    };
  };

  const open = async (actor: Actor, selection: ZipSelection, wait = neverLeaves): Promise<Archive> => {
    const start = await startOf(actor, selection);
    const giveBack = slots.take(actor.kind === 'guest' ? principalOfLink(actor.linkId) : principalOf(actor));
    try {
      const archive = await openWith(actor, start, wait);
      const release = (): void => {
        archive.release();
        giveBack();
      };
      return { ...archive, release };
    } catch (error) {
      giveBack();
      throw error;
    }
  };

  return {
    open,
    openPrepared: async (actor, id, wait) => {
      const since = clock.now() - selectionLifetime;
      const found = await findSelection(db, { id, principal: principalOf(actor), since });
      if (found === undefined) throw new AppError('item.not_found');
      return open(actor, payload.parse(JSON.parse(found.payload)), wait);
    },
    prepare: async (actor, selection, isClientGone = neverLeaves.isClientGone) => {
      const { name, facts, release } = await open(actor, selection, { isClientGone, isEarly: true });
      release();
      const [now, principal] = [clock.now(), principalOf(actor)];
      const id = createId(now);
      await insertSelection(db, { id, principal, payload: JSON.stringify(selection), created_at: now });
      if (actor.kind === 'guest') await trimSelections(db, { link: actor.linkId }, maxPerLink);
      else await trimSelections(db, { principal }, maxPerPerson);
      return { id, name, facts };
    },
    clearLayouts: () => layouts.clear(),
    erase: async (userId) => {
      await removeSelectionsOf(db, { principal: principalOf({ kind: 'user', id: userId }) });
      for (const link of await listLinkIds(db, userId)) await removeSelectionsOf(db, { link });
    },
    sweep: () => removeSelectionsBefore(db, clock.now() - selectionLifetime),
  };
};
