export const commonMessages = {} as const;
