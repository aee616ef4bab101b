import type { Db } from '#db/database.ts';
import type { Clock } from '#ports/clock.ts';
import type { Events } from '#ports/events.ts';
import { createGoneStore } from './gone-store.service.ts';
import { createMover, type Mover, OneStoreError } from './mover.service.ts';
import { answers } from './owner-marker.service.ts';
import type { StorageRecords } from './record.service.ts';
import type { StorageMove, StorageSwitch, LockIdleUpload } from './storage.types.ts';

/** Milliseconds that servers have to act on another storage. */
const graceMs = 30_000;
/** Milliseconds without a report after which a server counts as killed. */
const silenceMs = 20_000;
/** Milliseconds after which an unreachable old place counts as gone. */
const unreachableMs = 10 * 60_000;

export interface Settling {
  /** Ends a move that began without files, once no upload is arriving in the old place any more. */
  settle(): Promise<void>;
  /** Like `settle`, once every server has had time to act on the move. */
  sweep(): Promise<void>;
}

/**
 * Creates the task that ends automatic moves, which move uploads that were arriving while another storage
 * was chosen.
 */
export const createSettling = ({
  db,
  clock,
  events,
  records,
  storage,
  lockIdleUpload,
}: {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: Events;
  readonly records: StorageRecords;
  readonly storage: StorageSwitch;
  readonly lockIdleUpload: LockIdleUpload;
}): Settling => {
  const isAllMoved = async (mover: Mover, move: StorageMove): Promise<boolean> => {
    try {
      if ((await mover.moveUploads()) > 0) return false;
      await records.close(move);
      // The recorded files are all that there will ever be.
      if ((await mover.moveUploads()) > 0) return false;
      return (await mover.catchUp()).damaged.length === 0;
    } catch (error) {
      if (error instanceof OneStoreError) return true;
      throw error;
    }
  };
  const settleAfter = async (ms: number): Promise<void> => {
    if (!(await records.isMoving())) return;
    const { move } = await records.read();
    const stores = storage.stores();
    if (move?.automatic !== true || move.startedAt > clock.now() - ms || stores === undefined) return;
    // A server that still writes to the old place reports it again and again; a killed one reports nothing.
    const mayBeDead = ms === 0 ? Number.POSITIVE_INFINITY : silenceMs;
    if ((await records.others(move.id)).some(({ silentFor }) => silentFor < mayBeDead)) return;
    const isGone = ms > 0 && move.startedAt <= clock.now() - unreachableMs && !(await answers(stores.from));
    const mover = createMover({
      db,
      stores: isGone ? { from: createGoneStore(), to: stores.to } : stores,
      lockIdleUpload,
      moveId: move.id,
      onProgress: () => undefined,
    });
    if (!(await isAllMoved(mover, move)) || !(await records.end(move))) return;
    await storage.refresh();
    events.publish({ kind: 'settings-changed' });
  };
  return { settle: () => settleAfter(0), sweep: () => settleAfter(graceMs) };
};
