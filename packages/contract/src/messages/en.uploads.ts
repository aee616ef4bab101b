export const uploadsMessages = {} as const;
