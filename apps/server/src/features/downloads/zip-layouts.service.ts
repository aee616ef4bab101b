import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import type { Events } from '#ports/events.ts';
import type { LaidOut } from './zip-walk.service.ts';

/** Milliseconds for which a layout is used again without looking at the tree. */
const maxAge = 60_000;
const mebi = 1024 * 1024;
/** Bytes of layouts that are kept for the next range of the same archive: of all accounts, and of one. */
const keepAtMost = { all: 64 * mebi, one: 32 * mebi } as const;
/** Bytes of the layouts of archives that are on their way: of all accounts, and of one. The largest archive fits. */
const holdAtMost = { all: 384 * mebi, one: 160 * mebi } as const;

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

export interface LayoutWish {
  /** Names the selection and what is known of it; the same for nobody else's. */
  readonly key: string;
  /** Whose files they are. */
  readonly ownerId: string;
  readonly build: () => Promise<LaidOut>;
}

export interface ZipLayouts {
  /** The layout of a selection as it is now: known already, being made for somebody else, or made. */
  get(wish: LayoutWish): Promise<LaidOut>;
  /**
   * Counts a layout as in use.
   *
   * @returns how to give it back; calling it twice does no harm
   * @throws server.unavailable where too much memory is in use already, by all or for this account
   */
  hold(ownerId: string, laidOut: LaidOut): () => void;
}

interface Known {
  readonly ownerId: string;
  readonly making: Promise<LaidOut>;
  /** Bytes; 0 while it is being made. */
  memory: number;
  readonly since: number;
}

/**
 * Keeps layouts for a short while, so that the ranges of a download do not walk the tree again and again.
 * Any change of the owner's names and places forgets them; what another node changes counts within a minute.
 */
export const createZipLayouts = ({ events, clock }: { events: Events; clock: Clock }): ZipLayouts => {
  /** In the order of their last use. */
  const known = new Map<string, Known>();
  const held = new Map<LaidOut, number>();
  const meter = createMeter();

  events.subscribe((event) => {
    // A picture that was made, a favourite or room that was freed is in no archive.
    if (event.kind !== 'files' || event.containers.length === 0) return;
    for (const [key, { ownerId }] of known) if (ownerId === event.ownerId) known.delete(key);
  });
  /** Forgets what was not used for longest, and of each account what is more than its share: it makes nobody else's go. */
  const shrink = (): void => {
    const kept = createMeter();
    for (const [key, { ownerId, memory }] of [...known].toReversed()) {
      const { all, one } = kept.sums(ownerId);
      if (all + memory > keepAtMost.all || one + memory > keepAtMost.one) known.delete(key);
      else kept.add(ownerId, memory);
    }
  };
  const remember = ({ key, ownerId, build }: LayoutWish): Promise<LaidOut> => {
    const making = build();
    const entry: Known = { ownerId, making, memory: 0, since: clock.now() };
    known.set(key, entry);
    const forget = (): void => {
      if (known.get(key) === entry) known.delete(key);
    };
    making.then(
      ({ layout }) => {
        entry.memory = layout.memory;
        shrink();
        setTimeout(forget, maxAge).unref();
      },
      () => forget(),
    );
    return making;
  };
  return {
    get: (wish) => {
      const found = known.get(wish.key);
      if (found === undefined || clock.now() - found.since > maxAge) return remember(wish);
      known.delete(wish.key);
      known.set(wish.key, found);
      return found.making;
    },
    hold: (ownerId, laidOut) => {
      const { memory } = laidOut.layout;
      const users = held.get(laidOut) ?? 0;
      if (users === 0) {
        const { all, one } = meter.sums(ownerId);
        // One that is alone is let through, however large it is.
        if ((all > 0 && all + memory > holdAtMost.all) || (one > 0 && one + memory > holdAtMost.one))
          throw new AppError('server.unavailable', { retryAfter: 30 });
        meter.add(ownerId, memory);
      }
      held.set(laidOut, users + 1);
      let given = false;
      return () => {
        if (given) return;
        given = true;
        const left = (held.get(laidOut) ?? 1) - 1;
        if (left > 0) held.set(laidOut, left);
        else {
          held.delete(laidOut);
          meter.add(ownerId, -memory);
        }
      };
    },
  };
};
