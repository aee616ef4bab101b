export const filesMessages = {} as const;
