/** Files that the list of recent uploads holds, as it is answered unasked, and the most that may be asked for. */
export const latestLimits = { default: 100, max: 500 } as const;
