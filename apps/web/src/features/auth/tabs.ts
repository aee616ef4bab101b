import { leaveSession, markAuthorized } from '#shared/session/session.ts';

/** Session events that tabs exchange. */
export type SessionChange = 'signed-in' | 'signed-out';

const channel = new BroadcastChannel('holdall:session');

/** Notifies the other tabs, which share the cookie. */
export const notifyTabs = (change: SessionChange): void => channel.postMessage(change);

const follow = ({ data }: MessageEvent<SessionChange>): void => {
  // A tab that still shows a session has to learn of another one: it may belong to another user, and no action of the
  // old session may run in it.
  leaveSession();
  if (data === 'signed-in') markAuthorized();
};

/** Follows session events of other tabs: removes the data of the session, and lets the guard navigate. */
export const followTabs = (): void => channel.addEventListener('message', follow);
