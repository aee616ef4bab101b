export const settings = 1;
