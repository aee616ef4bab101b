/** So many recovery codes, or fewer, are a reason to make new ones. */
export const fewCodes = 3;
