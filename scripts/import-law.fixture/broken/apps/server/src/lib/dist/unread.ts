// breaks: every-module-read
export const unread = 1;
