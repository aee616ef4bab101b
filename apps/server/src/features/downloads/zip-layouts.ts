import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import type { Events } from '#ports/events.ts';
import type { GrowingLayout } from './growing-layout.ts';
import type { BuiltLayout } from './zip-walk.ts';

/** Milliseconds for which a layout is reused without walking the tree. */
const maxAge = 60_000;
const mebi = 1024 * 1024;
/**
 * Bytes of cached layouts for further ranges of the same archive, of all accounts and of one. An account's
 * newest layout may exceed its share if there is room.
 */
const cacheLimits = { all: 64 * mebi, one: 32 * mebi } as const;
/** Bytes of the layouts of running archives, of all accounts and of one. The largest archive fits. */
const inUseLimits = { all: 384 * mebi, one: 160 * mebi } as const;

/** @returns a function that runs the work on its first call only */
const once = (work: () => void): (() => void) => {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
};

/** Counts bytes of memory by account and in all. */
const createMeter = () => {
  const byOwner = new Map<string, number>();
  let all = 0;
  return {
    add: (ownerId: string, bytes: number): void => {
      const own = (byOwner.get(ownerId) ?? 0) + bytes;
      if (own === 0) byOwner.delete(ownerId);
      else byOwner.set(ownerId, own);
      all += bytes;
    },
    /** Returns the bytes of all accounts, and those of one. */
    sums: (ownerId: string): { all: number; one: number } => ({ all, one: byOwner.get(ownerId) ?? 0 }),
  };
};

export interface LayoutRequest {
  /** Identifies the selection and its known facts; unique to its owner. */
  readonly key: string;
  /** The owner of the files. */
  readonly ownerId: string;
  /** The account whose share of the memory it takes: guests take none of their owner's. */
  readonly payer: string;
  /** Tells whether nobody waits for the layout any more. */
  readonly isClientGone: () => boolean;
  /** Builds the layout; undefined when all clients have left meanwhile. */
  readonly build: (steps: BuildSteps) => Promise<BuiltLayout | undefined>;
}

/** Callbacks of a running build. */
export interface BuildSteps {
  readonly isClientGone: () => boolean;
  readonly onGrowing: (growing: GrowingLayout) => void;
}

/** A layout in use by a running archive. */
export interface TakenLayout extends BuiltLayout {
  /** Releases the layout; calling it twice does no harm. */
  readonly release: () => void;
}

/** A layout under construction, in use by a running archive. */
export interface TakenGrowingLayout {
  readonly growing: GrowingLayout;
  /** Releases the layout; calling it twice does no harm. */
  readonly release: () => void;
}

export interface ZipLayouts {
  /**
   * Returns the current layout of a selection: cached, under construction for another client, or built. It
   * counts as in use until it is released.
   *
   * @throws server.unavailable when too much memory is in use, by all or by this account, or when no client
   *   waits any more
   */
  take(request: LayoutRequest): Promise<TakenLayout>;
  /** Like `take`, but returns the layout of a very large archive as soon as its parts can be sent. */
  takeEarly(request: LayoutRequest): Promise<TakenLayout | TakenGrowingLayout>;
  /** Clears the cache; running archives keep their layouts. @returns the number of cleared layouts */
  clear(): number;
}

/** A built layout, and the number of running archives that use it. */
interface Made {
  readonly payer: string;
  readonly built: BuiltLayout;
  users: number;
}

interface CacheEntry {
  readonly ownerId: string;
  readonly making: Promise<Made | undefined>;
  /** Never resolves for a small archive. */
  readonly begun: Promise<GrowingLayout>;
  /** Undefined during the build. */
  made: Made | undefined;
  /** Answers that follow the layout during its build, and the bytes of memory reserved for them. */
  readonly early: { followers: number; memory: number };
  readonly since: number;
}

/** Returns the identity of an archive: equal for two layouts of the same archive and account. */
const archiveOf = ({ payer, built: { layout, onlyFolder } }: Made): string =>
  JSON.stringify([payer, layout.digest, onlyFolder]);

/** Selects the unused layouts to keep in the cache; the newest come first. */
const selectCached = (idle: readonly { readonly key: string; readonly made: Made }[]): Set<string> => {
  const kept = new Set<string>();
  const sums = createMeter();
  /** Newest layouts that exceed their account's share: each is kept in place of the account's others. */
  const large = new Map<string, { readonly key: string; readonly memory: number }>();
  const seen = new Set<string>();
  for (const { key, made } of idle) {
    const { payer, built } = made;
    const { memory } = built.layout;
    const isNewest = !seen.has(payer);
    seen.add(payer);
    const { all, one } = sums.sums(payer);
    if (isNewest && memory > cacheLimits.one && memory <= cacheLimits.all) large.set(payer, { key, memory });
    else if (!large.has(payer) && all + memory <= cacheLimits.all && one + memory <= cacheLimits.one) {
      sums.add(payer, memory);
      kept.add(key);
    }
  }
  for (const [payer, { key, memory }] of large)
    if (sums.sums(payer).all + memory <= cacheLimits.all) {
      sums.add(payer, memory);
      kept.add(key);
    }
  return kept;
};

/**
 * Caches layouts for a short while, so that the ranges of a download do not walk the tree again. Any change
 * of the owner's tree invalidates them, on this node or another. Equal archives share one layout as long as
 * one of them is running.
 */
export const createZipLayouts = ({ events, clock }: { events: Events; clock: Clock }): ZipLayouts => {
  /** Ordered by last use. */
  const known = new Map<string, CacheEntry>();
  const inUse = new Map<string, Made>();
  const meter = createMeter();

  events.subscribe((event) => {
    if (event.kind === 'events-missed') known.clear();
    // New thumbnails, favourites and released storage affect no archive.
    if (event.kind !== 'files' || (event.containers.length === 0 && !event.everything)) return;
    for (const [key, { ownerId }] of known) if (ownerId === event.ownerId) known.delete(key);
  });
  /**
   * Evicts the least recently used layouts, and those beyond each account's share, so that no account evicts
   * another's. A layout in use takes no additional memory in the cache.
   */
  const shrink = (): void => {
    const idle = [...known]
      .toReversed()
      .flatMap(([key, { made }]) => (made === undefined || made.users > 0 ? [] : [{ key, made }]));
    const kept = selectCached(idle);
    for (const { key } of idle) if (!kept.has(key)) known.delete(key);
  };
  /** @param isEarly whether the client may leave before the build ends */
  const startBuild = (
    { key, ownerId, payer, isClientGone, build }: LayoutRequest,
    isEarly: boolean,
  ): CacheEntry => {
    const begun = Promise.withResolvers<GrowingLayout>();
    const early = { followers: 0, memory: 0 };
    let hasBegun = false;
    const steps: BuildSteps = {
      isClientGone: () => early.followers === 0 && ((isEarly && hasBegun) || isClientGone()),
      onGrowing: (growing) => {
        hasBegun = true;
        begun.resolve(growing);
      },
    };
    const make = async (): Promise<Made | undefined> => {
      const built = await build(steps);
      if (built === undefined) return undefined;
      const made: Made = { payer, built, users: 0 };
      return inUse.get(archiveOf(made)) ?? made;
    };
    const making = make();
    const entry: CacheEntry = {
      ownerId,
      making,
      begun: begun.promise,
      made: undefined,
      early,
      since: clock.now(),
    };
    known.set(key, entry);
    const forget = (): void => {
      if (known.get(key) === entry) known.delete(key);
    };
    entry.making.then(
      (made) => {
        if (made === undefined) return forget();
        entry.made = made;
        if (early.followers > 0) {
          meter.add(payer, -early.memory);
          retain(made, early.followers);
        }
        setTimeout(forget, maxAge).unref();
      },
      () => forget(),
    );
    return entry;
  };
  const find = (request: LayoutRequest, isEarly = false): CacheEntry => {
    const found = known.get(request.key);
    if (found === undefined || clock.now() - found.since > maxAge) return startBuild(request, isEarly);
    known.delete(request.key);
    known.set(request.key, found);
    return found;
  };
  /** @throws server.unavailable */
  const refuseIfOverBudget = (payer: string, memory: number): void => {
    const { all, one } = meter.sums(payer);
    // A single layout is admitted, however large it is.
    if ((all > 0 && all + memory > inUseLimits.all) || (one > 0 && one + memory > inUseLimits.one)) {
      shrink();
      throw new AppError('server.unavailable', { retryAfter: 30 });
    }
  };
  const retain = (made: Made, users: number): void => {
    if (made.users === 0) {
      meter.add(made.payer, made.built.layout.memory);
      inUse.set(archiveOf(made), made);
    }
    made.users += users;
  };
  const releaseLayout = (made: Made): void => {
    made.users -= 1;
    if (made.users > 0) return;
    const archive = archiveOf(made);
    if (inUse.get(archive) === made) inUse.delete(archive);
    meter.add(made.payer, -made.built.layout.memory);
    shrink();
  };
  const lend = (made: Made): TakenLayout => {
    if (made.users === 0) refuseIfOverBudget(made.payer, made.built.layout.memory);
    retain(made, 1);
    return { ...made.built, release: once(() => releaseLayout(made)) };
  };
  /** Counts an answer that follows the layout. Once the layout is built, the answer is one of its users. */
  const follow = (entry: CacheEntry, growing: GrowingLayout, payer: string): TakenGrowingLayout => {
    const { early } = entry;
    if (early.followers === 0) {
      refuseIfOverBudget(payer, growing.memory);
      early.memory = growing.memory;
      meter.add(payer, early.memory);
    }
    early.followers += 1;
    const release = once(() => {
      early.followers -= 1;
      if (entry.made !== undefined) releaseLayout(entry.made);
      else if (early.followers === 0) meter.add(payer, -early.memory);
    });
    return { growing, release };
  };
  return {
    clear: () => {
      const { size } = known;
      known.clear();
      return size;
    },
    take: async (request) => {
      let made = await find(request).making;
      // The client that started the build has left, and this one has not.
      while (made === undefined) {
        if (request.isClientGone()) throw new AppError('server.unavailable');
        made = await find(request).making;
      }
      return lend(made);
    },
    takeEarly: async (request) => {
      for (;;) {
        const entry = find(request, true);
        const first = await Promise.race([entry.making, entry.begun]);
        if (entry.made !== undefined) return lend(entry.made);
        if (first !== undefined && 'segments' in first && !first.hasFailed)
          return follow(entry, first, request.payer);
        if (request.isClientGone()) throw new AppError('server.unavailable');
      }
    },
  };
};
