/** Characters of a reason at the most; without a schema, so that the page can have it, too. */
export const reasonLimit = 300;
