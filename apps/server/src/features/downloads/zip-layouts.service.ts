import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import type { Events } from '#ports/events.ts';
import type { LaidOut } from './zip-walk.service.ts';

/** Milliseconds for which a layout is used again without looking at the tree. */
const maxAge = 60_000;
/** Bytes of layouts that are kept for the next range of the same archive. */
const keepAtMost = 64 * 1024 * 1024;
/** Bytes of the layouts of all archives that are on their way. */
const holdAtMost = 384 * 1024 * 1024;

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
   * @throws server.unavailable where too much memory is in use already
   */
  hold(laidOut: LaidOut): () => void;
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
 * Any change of the owner's files forgets them; what another node changes counts within a minute.
 */
export const createZipLayouts = ({ events, clock }: { events: Events; clock: Clock }): ZipLayouts => {
  /** In the order of their last use. */
  const known = new Map<string, Known>();
  const held = new Map<LaidOut, number>();
  let heldBytes = 0;

  events.subscribe((event) => {
    if (event.kind !== 'files') return;
    for (const [key, { ownerId }] of known) if (ownerId === event.ownerId) known.delete(key);
  });
  const shrink = (): void => {
    let sum = 0;
    for (const [key, { memory }] of [...known].toReversed()) {
      sum += memory;
      if (sum > keepAtMost) known.delete(key);
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
    hold: (laidOut) => {
      const { memory } = laidOut.layout;
      const users = held.get(laidOut) ?? 0;
      if (users === 0 && heldBytes > 0 && heldBytes + memory > holdAtMost)
        throw new AppError('server.unavailable', { retryAfter: 30 });
      if (users === 0) heldBytes += memory;
      held.set(laidOut, users + 1);
      let given = false;
      return () => {
        if (given) return;
        given = true;
        const left = (held.get(laidOut) ?? 1) - 1;
        if (left > 0) held.set(laidOut, left);
        else {
          held.delete(laidOut);
          heldBytes -= memory;
        }
      };
    },
  };
};
