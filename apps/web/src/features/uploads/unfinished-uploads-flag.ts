import { readLocal, writeLocal } from '#shared/lib/local-setting.ts';

const name = 'unfinished-uploads';
/** The browser's database of unfinished uploads. */
export const unfinishedUploadsDatabase = 'holdall';

/**
 * Reports whether the browser may store unfinished uploads. It is asked before the code that resumes them is loaded.
 */
export const mayHaveUnfinished = (): boolean => readLocal(name) === 'yes';

/** Deletes the names of files that the browser stores for resuming uploads. */
export const forgetUnfinished = (): void => {
  if (!mayHaveUnfinished()) return;
  setMayHaveUnfinished(false);
  indexedDB.deleteDatabase(unfinishedUploadsDatabase);
};

export const setMayHaveUnfinished = (some: boolean): void => {
  if (some !== mayHaveUnfinished()) writeLocal(name, some ? 'yes' : 'no');
};
