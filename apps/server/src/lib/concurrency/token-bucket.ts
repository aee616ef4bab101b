export interface TokenBucket {
  /** @returns whether one more is within the limit at this moment (milliseconds of any steady clock) */
  take(now: number): boolean;
}

/** Admits `burst` at once and `perSecond` continuously. */
export const createTokenBucket = (burst: number, perSecond: number): TokenBucket => {
  let tokens = burst;
  let since = 0;
  return {
    take: (now) => {
      tokens = Math.min(burst, tokens + ((now - since) / 1000) * perSecond);
      since = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
};
