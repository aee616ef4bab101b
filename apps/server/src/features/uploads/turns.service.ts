import { uploadMismatch } from './uploads.errors.ts';

/** A request that holds an upload: one at a time for each in this process; of other servers `Leases` knows. */
export interface Turn {
  /** Gives up the request that holds the turn; its work then ends. */
  readonly abort: () => void;
  /** Says that from now on bytes of the client are waited for. */
  readonly listen: () => void;
  /** Says that bytes came in, or that our own work goes on: nobody waits for the client. */
  readonly touch: () => void;
  /** Milliseconds for which the client has been waited for; 0 where it is not. */
  readonly silence: () => number;
  /** Says that the bytes are in, and the rest depends on us alone: nobody takes over any more. */
  readonly settle: () => void;
  /** The position that a client may be told meanwhile; undefined while it is still found out. */
  position: number | undefined;
}

export interface TurnTimes {
  /** Milliseconds of silence after which a holder counts as half-open, and gives way to a newer request. */
  readonly staleAfter: number;
  /** Milliseconds that a request waits for a lively holder before it is refused. */
  readonly waitAtMost: number;
}

export interface Turns {
  /** Runs `work` when no other request holds the upload. @throws upload.mismatch after waiting in vain */
  take<T>(key: string, abort: () => void, work: (turn: Turn) => Promise<T>): Promise<T>;
  holder(key: string): Turn | undefined;
  /** Ends the holder's work, if there is one, and waits until it has. */
  evict(key: string): Promise<void>;
}

interface Held extends Turn {
  /** Since when the client is waited for. */
  waitingSince: number | undefined;
  settled: boolean;
  readonly done: Promise<void>;
}

const now = (): number => performance.now();

const within = async (promise: Promise<void>, milliseconds: number): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([promise, elapsed]);
  clearTimeout(timer);
};

export const createTurns = ({ staleAfter, waitAtMost }: TurnTimes): Turns => {
  const held = new Map<string, Held>();

  const waitFor = async (holder: Held, until: number): Promise<void> => {
    const silence = holder.silence();
    if (silence >= staleAfter) {
      holder.abort();
      await holder.done;
      return;
    }
    if (now() >= until) throw uploadMismatch('Another connection is still sending this upload.');
    await within(holder.done, Math.min(staleAfter - silence + 1, until - now()));
  };

  return {
    take: async (key, abort, work) => {
      const until = now() + waitAtMost;
      for (let holder = held.get(key); holder !== undefined; holder = held.get(key))
        await waitFor(holder, until);
      const { promise: done, resolve } = Promise.withResolvers<void>();
      const turn: Held = {
        abort,
        done,
        position: undefined,
        waitingSince: undefined,
        settled: false,
        listen: () => {
          turn.waitingSince = now();
        },
        touch: () => {
          turn.waitingSince = undefined;
        },
        silence: () => (turn.settled || turn.waitingSince === undefined ? 0 : now() - turn.waitingSince),
        settle: () => {
          turn.settled = true;
        },
      };
      held.set(key, turn);
      try {
        return await work(turn);
      } finally {
        held.delete(key);
        resolve();
      }
    },
    holder: (key) => held.get(key),
    evict: async (key) => {
      const holder = held.get(key);
      if (holder === undefined) return;
      if (!holder.settled) holder.abort();
      await holder.done;
    },
  };
};

/** Bytes as they come, and the turn is told when they are waited for: what we do with them is no silence of the client's. */
export async function* heard(bytes: AsyncIterable<Buffer>, turn: Turn): AsyncGenerator<Buffer> {
  turn.listen();
  for await (const piece of bytes) {
    turn.touch();
    yield piece;
    turn.listen();
  }
  turn.touch();
}

/** The key of an upload's turn: what one principal calls by one name. */
export const sessionTurn = ({ principal, name }: { principal: string; name: string }): string =>
  `${principal}/${name}`;
