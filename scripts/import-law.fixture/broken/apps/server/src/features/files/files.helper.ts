// breaks: known-room
export const help = 1;
