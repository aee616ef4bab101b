import { foldText } from '#shared/lib/fold-text.ts';

/** Milliseconds within which typed letters form one word. */
export const typeAheadWindow = 500;

/** Reports whether the text is one character, as a printable key has it; function and editing keys have names. */
export const isLetter = (text: string): boolean => /^.$/u.test(text);

/** Collects typed letters into the prefix of a name. */
export const createTypeAhead = (now: () => number = () => performance.now()) => {
  let typed = '';
  let last = Number.NEGATIVE_INFINITY;
  return {
    /** Reports whether a word is being typed, so that a space belongs to it. */
    active: (): boolean => typed !== '' && now() - last <= typeAheadWindow,
    /** @returns the typed prefix, including this letter. */
    add(letter: string): string {
      const time = now();
      typed = time - last > typeAheadWindow ? letter : typed + letter;
      last = time;
      return typed;
    },
  };
};

interface Search {
  readonly count: number;
  /** The active entry, -1 for none. */
  readonly from: number;
  /** The name at an index; undefined where it is not loaded. */
  readonly nameAt: (index: number) => string | undefined;
}

/**
 * Returns the next entry whose name has the typed prefix: one letter moves on from the active entry, more letters stay
 * while it matches. Wraps around; undefined where no loaded name matches.
 */
export const findByName = (typed: string, { count, from, nameAt }: Search): number | undefined => {
  const wanted = foldText(typed);
  const start = isLetter(typed) ? from + 1 : Math.max(0, from);
  for (let step = 0; step < count; step += 1) {
    const index = (start + step) % count;
    const name = nameAt(index);
    if (name !== undefined && foldText(name).startsWith(wanted)) return index;
  }
  return undefined;
};
