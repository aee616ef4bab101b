const windowMs = 4000;
const leastSpanMs = 500;

interface Sample {
  readonly at: number;
  readonly bytes: number;
}

/** The recent rate of bytes sent: the mean of a sliding window of four seconds. */
export interface TransferRate {
  /** Records that `bytes` more were sent at `now` (milliseconds). */
  record(bytes: number, now: number): void;
  /** Returns bytes per second; 0 while there are too few samples. */
  perSecond(now: number): number;
  reset(): void;
}

export function createTransferRate(): TransferRate {
  let samples: Sample[] = [];
  let began = 0;

  const recent = (now: number): Sample[] => {
    const first = samples.findIndex((sample) => sample.at > now - windowMs);
    samples = first === -1 ? [] : samples.slice(first);
    return samples;
  };

  return {
    record(bytes, now) {
      if (recent(now).length === 0) began = now;
      samples.push({ at: now, bytes });
    },
    perSecond(now) {
      const kept = recent(now);
      const span = Math.min(now - began, windowMs);
      if (kept.length < 2 || span < leastSpanMs) return 0;
      return (kept.reduce((sum, sample) => sum + sample.bytes, 0) * 1000) / span;
    },
    reset() {
      samples = [];
    },
  };
}
