/** Characters of a password; without a schema, so that the page can have them, too. */
export const passwordLimits = { min: 8, max: 256 } as const;
