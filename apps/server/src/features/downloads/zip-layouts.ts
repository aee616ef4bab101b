import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import type { Events } from '#ports/events.ts';
import type { GrowingLayout } from './growing-layout.ts';
import type { BuiltLayout } from './zip-walk.ts';

/** Milliseconds for which a layout is used again without looking at the tree. */
const maxAge = 60_000;
const mebi = 1024 * 1024;
/**
 * Bytes of layouts that are kept for the next range of the same archive: of all accounts, and of one. Of one that is
 * larger than its account's share the newest is kept where there is room.
 */
const cacheLimits = { all: 64 * mebi, one: 32 * mebi } as const;
/** Bytes of the layouts of archives that are on their way: of all accounts, and of one. The largest archive fits. */
const inUseLimits = { all: 384 * mebi, one: 160 * mebi } as const;

/** @returns does the work when it is called first, and nothing afterwards */
const once = (work: () => void): (() => void) => {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
};

/** Bytes of memory by account, and their sum. */
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
    /** All bytes, and those of one account. */
    sums: (ownerId: string): { all: number; one: number } => ({ all, one: byOwner.get(ownerId) ?? 0 }),
  };
};

export interface LayoutRequest {
  /** Names the selection and what is known of it; the same for nobody else's. */
  readonly key: string;
  /** Whose files they are. */
  readonly ownerId: string;
  /** Whose share of the memory it takes: guests take nothing of their owner's. */
  readonly payer: string;
  /** Whether nobody waits for it any more. */
  readonly isClientGone: () => boolean;
  /** Makes it; undefined where everybody who waited has left meanwhile. */
  readonly build: (steps: BuildSteps) => Promise<BuiltLayout | undefined>;
}

/** Questions and news of a layout while it is made. */
export interface BuildSteps {
  readonly isClientGone: () => boolean;
  readonly onGrowing: (growing: GrowingLayout) => void;
}

/** A layout for an archive that is on its way. */
export interface TakenLayout extends BuiltLayout {
  /** Gives it back; calling it twice does no harm. */
  readonly release: () => void;
}

/** A layout that is still being made, for an archive that is on its way already. */
export interface TakenGrowingLayout {
  readonly growing: GrowingLayout;
  /** Gives it back; calling it twice does no harm. */
  readonly release: () => void;
}

export interface ZipLayouts {
  /**
   * The layout of a selection as it is now: known already, being made for somebody else, or made. It counts as in
   * use until it is given back.
   *
   * @throws server.unavailable where too much memory is in use already, by all or for this account, and where nobody waits any more
   */
  take(request: LayoutRequest): Promise<TakenLayout>;
  /** As `take`; of an archive of very many entries as soon as it can begin, where it is not known already. */
  takeEarly(request: LayoutRequest): Promise<TakenLayout | TakenGrowingLayout>;
  /** Forgets all layouts; archives that are on their way keep theirs. @returns how many */
  clear(): number;
}

/** A layout, whoever asked for it first, and how many archives on their way are made from it. */
interface Made {
  readonly payer: string;
  readonly built: BuiltLayout;
  users: number;
}

interface Known {
  readonly ownerId: string;
  readonly making: Promise<Made | undefined>;
  /** Never there where the archive is a short one. */
  readonly begun: Promise<GrowingLayout>;
  /** Undefined while it is being made. */
  made: Made | undefined;
  /** Answers that are sent from it while it is being made, and the bytes of memory that they retain together. */
  readonly early: { followers: number; memory: number };
  readonly since: number;
}

/** The same for two layouts from which the same archive is made, on the same account. */
const archiveOf = ({ payer, built: { layout, onlyFolder } }: Made): string =>
  JSON.stringify([payer, layout.digest, onlyFolder]);

/** Entries that may be kept, from those that nobody uses, newest first. */
const selectCached = (idle: readonly { readonly key: string; readonly made: Made }[]): Set<string> => {
  const kept = new Set<string>();
  const sums = createMeter();
  /** An account's newest one where that is more than its share: it is kept in place of its others. */
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
 * Keeps layouts for a short while, so that the ranges of a download do not walk the tree again and again.
 * Any change of the owner's names and places forgets them, and so does what another node tells of one.
 * Archives that are the same are made from one layout for as long as any of them is on its way.
 */
export const createZipLayouts = ({ events, clock }: { events: Events; clock: Clock }): ZipLayouts => {
  /** In the order of their last use. */
  const known = new Map<string, Known>();
  const inUse = new Map<string, Made>();
  const meter = createMeter();

  events.subscribe((event) => {
    if (event.kind === 'events-missed') known.clear();
    // A picture that was made, a favourite or room that was freed is in no archive.
    if (event.kind !== 'files' || (event.containers.length === 0 && !event.everything)) return;
    for (const [key, { ownerId }] of known) if (ownerId === event.ownerId) known.delete(key);
  });
  /**
   * Forgets what was not used for longest, and of each account what is more than its share: it makes nobody else's
   * go. What is in use takes no more memory by being known.
   */
  const shrink = (): void => {
    const idle = [...known]
      .toReversed()
      .flatMap(([key, { made }]) => (made === undefined || made.users > 0 ? [] : [{ key, made }]));
    const kept = selectCached(idle);
    for (const { key } of idle) if (!kept.has(key)) known.delete(key);
  };
  /** @param isEarly who asks does not wait for the end */
  const startBuild = (
    { key, ownerId, payer, isClientGone, build }: LayoutRequest,
    isEarly: boolean,
  ): Known => {
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
    const entry: Known = {
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
  const find = (request: LayoutRequest, isEarly = false): Known => {
    const found = known.get(request.key);
    if (found === undefined || clock.now() - found.since > maxAge) return startBuild(request, isEarly);
    known.delete(request.key);
    known.set(request.key, found);
    return found;
  };
  /** @throws server.unavailable */
  const refuseIfOverBudget = (payer: string, memory: number): void => {
    const { all, one } = meter.sums(payer);
    // One that is alone is let through, however large it is.
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
  /** Counts an answer that follows the layout; once that is made, the answer is one of its users. */
  const follow = (entry: Known, growing: GrowingLayout, payer: string): TakenGrowingLayout => {
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
      // Who asked first has left; who asks now has not.
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
