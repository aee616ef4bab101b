/** Defaults of a request for files: anybody with its link can send. Files and bytes in all. */
export const requestDefaults = { max_files: 1_000, max_size: 10_000_000_000 } as const;
