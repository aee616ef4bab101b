// breaks: known-room
export const anything = 1;
