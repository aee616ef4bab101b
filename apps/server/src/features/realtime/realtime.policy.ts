import { applicationChannel, shareChannel, userChannel } from '@holdall/contract/realtime';

/** Whether a guest may hear what a channel carries: what happens below what their link leads to. */
export const mayGuestHear = (token: string, channel: string): boolean => channel === shareChannel(token);

/** Whether somebody may hear what a channel carries: what happens in their own account, and to the application. */
export const mayHear = (userId: string, channel: string): boolean =>
  channel === userChannel(userId) || channel === applicationChannel;
