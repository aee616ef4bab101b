/** Milliseconds for which a page waits for what it shows before it shows that it waits. */
const patience = 150;

/** Resolves when the work is done, or has lasted too long to be waited for; whoever draws it goes on waiting. */
export const waitBriefly = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, patience))]);
