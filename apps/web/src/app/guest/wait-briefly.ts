/** Milliseconds that a page waits for its data before it shows that it waits. */
const patience = 150;

/** Resolves when the work is done, or has lasted too long; the component that draws it goes on waiting. */
export const waitBriefly = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, patience))]);
