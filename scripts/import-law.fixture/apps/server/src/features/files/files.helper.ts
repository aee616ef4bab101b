export const help = 1;
