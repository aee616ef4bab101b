import type { socketHeader } from '@holdall/contract/realtime';

const header: typeof socketHeader = 'x-socket-id';
let socketId: string | undefined;

/** Names this page's realtime connection, or tells that it has none. */
export const setSocketId = (id: string | undefined): void => {
  socketId = id;
};

/** The header by which a call names its page, so that the page is not told of its own changes. */
export const socketHeaders = (): Readonly<Record<string, string>> =>
  socketId === undefined ? {} : { [header]: socketId };
