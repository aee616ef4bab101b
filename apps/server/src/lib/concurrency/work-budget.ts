export interface WorkBudgetOptions {
  /** Milliseconds that one piece of work may take. */
  readonly ms: number;
  /** Things in the smallest and the largest piece; it begins with the smallest. */
  readonly least: number;
  readonly most: number;
}

export interface WorkBudget {
  /** Things that the next piece may have. */
  readonly size: number;
  /** Notes how long a piece took that had as many things. @param ms milliseconds */
  spent(ms: number): void;
}

/** Factor by which the size changes at the most: one slow piece proves little. */
const mostChange = 2;

/** Sizes the pieces of long work so that each fits into a time, on any machine. */
export const createWorkBudget = ({ ms: budget, least, most }: WorkBudgetOptions): WorkBudget => {
  let size = least;
  return {
    get size() {
      return size;
    },
    spent: (ms) => {
      const change = Math.min(mostChange, Math.max(1 / mostChange, budget / Math.max(ms, 0.01)));
      size = Math.min(most, Math.max(least, Math.round(size * change)));
    },
  };
};
