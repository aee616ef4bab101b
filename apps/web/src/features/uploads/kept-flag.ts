import { readLocal, writeLocal } from '#shared/lib/local-setting.ts';

const name = 'unfinished-uploads';

/** Whether the browser may keep unfinished uploads: asked before the code that goes on with them is loaded. */
export const mayHaveKept = (): boolean => readLocal(name) === 'yes';

export const noteKept = (some: boolean): void => {
  if (some !== mayHaveKept()) writeLocal(name, some ? 'yes' : 'no');
};
