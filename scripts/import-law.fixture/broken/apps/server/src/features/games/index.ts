// breaks: known-room
export const play = 1;
