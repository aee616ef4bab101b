import { applicationChannel, userChannel } from '@holdall/contract/realtime';

/** Whether somebody may hear what a channel carries: what happens in their own account, and to the application. */
export const mayHear = (userId: string, channel: string): boolean =>
  channel === userChannel(userId) || channel === applicationChannel;
