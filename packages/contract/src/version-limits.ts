/** Versions in one answer, and the most characters of a version's name. */
export const versionLimits = { page: 50, label: 80 } as const;
