import { readLocal, writeLocal } from '#shared/lib/local-setting.ts';

const name = 'unfinished-uploads';
/** The browser's database of unfinished uploads. */
export const keptDatabase = 'holdall';

/**
 * Reports whether the browser may store unfinished uploads. It is asked before the code that resumes them is loaded.
 */
export const mayHaveKept = (): boolean => readLocal(name) === 'yes';

/** Forgets the names of files that the browser keeps for uploads to go on with. */
export const forgetKept = (): void => {
  if (!mayHaveKept()) return;
  noteKept(false);
  indexedDB.deleteDatabase(keptDatabase);
};

export const noteKept = (some: boolean): void => {
  if (some !== mayHaveKept()) writeLocal(name, some ? 'yes' : 'no');
};
