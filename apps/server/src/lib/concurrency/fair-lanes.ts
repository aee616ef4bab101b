export interface LaneBounds {
  /** Concurrent calls of the lane: fewer than there are slots leave some for the other lanes. */
  readonly atOnce: number;
  readonly mostWaiting: number;
}

export interface FairLanesOptions<Name extends string> {
  /** Concurrent calls of all lanes. */
  readonly slots: number;
  readonly lanes: Readonly<Record<Name, LaneBounds>>;
  /** With what a call fails whose lane is full. */
  readonly refusal: () => Error;
}

interface Lane extends LaneBounds {
  running: number;
  readonly waiting: (() => void)[];
}

export type FairLanes<Name extends string> = <T>(name: Name, work: () => Promise<T>) => Promise<T>;

/** Bounds concurrency across lanes. Lanes take turns, and within a lane calls run in order. */
export const createFairLanes = <Name extends string>({
  slots,
  lanes: bounds,
  refusal,
}: FairLanesOptions<Name>): FairLanes<Name> => {
  let running = 0;
  const lanes = new Map<Name, Lane>();
  /** The lane that was served last is the last. */
  const order: Lane[] = [];
  const laneOf = (name: Name): Lane => {
    const known = lanes.get(name);
    if (known !== undefined) return known;
    const lane = { ...bounds[name], running: 0, waiting: [] };
    lanes.set(name, lane);
    order.push(lane);
    return lane;
  };
  const begin = (): void => {
    while (running < slots) {
      const index = order.findIndex((lane) => lane.waiting.length > 0 && lane.running < lane.atOnce);
      const [lane] = index === -1 ? [] : order.splice(index, 1);
      if (lane === undefined) return;
      order.push(lane);
      running += 1;
      lane.running += 1;
      lane.waiting.shift()?.();
    }
  };
  return async (name, work) => {
    const lane = laneOf(name);
    const isBusy = running >= slots || lane.running >= lane.atOnce;
    if (isBusy && lane.waiting.length >= lane.mostWaiting) throw refusal();
    await new Promise<void>((resolve) => {
      lane.waiting.push(resolve);
      begin();
    });
    try {
      return await work();
    } finally {
      running -= 1;
      lane.running -= 1;
      begin();
    }
  };
};
