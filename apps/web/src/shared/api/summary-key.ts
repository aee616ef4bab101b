/** Of how many links there are, and what is new of them and of requests for files: both keep it up to date. */
export const summaryKey = ['links', 'summary'] as const;
