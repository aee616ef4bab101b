import { applicationChannel, shareChannel, userChannel } from '@holdall/contract/realtime';

/** Tells whether a guest may join a channel: that of their link. */
export const mayGuestHear = (token: string, channel: string): boolean => channel === shareChannel(token);

/** Tells whether a user may join a channel: that of their own account, and the application's. */
export const mayHear = (userId: string, channel: string): boolean =>
  channel === userChannel(userId) || channel === applicationChannel;
