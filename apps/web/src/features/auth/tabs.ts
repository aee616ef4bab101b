import { leaveSession, markAuthorized } from '#shared/session/session.ts';

/** What happened to the browser's one session in a tab. */
export type SessionChange = 'signed-in' | 'signed-out';

const channel = new BroadcastChannel('holdall:session');

/** Tells the other tabs, which have the same cookie. */
export const tellTabs = (change: SessionChange): void => channel.postMessage(change);

const follow = ({ data }: MessageEvent<SessionChange>): void => {
  // A tab that still shows a session learns of another one: it may be somebody else's, and nothing of the old one
  // may be done in it.
  leaveSession();
  if (data === 'signed-in') markAuthorized();
};

/** Follows what other tabs do: data goes with the session that it was loaded in, and the guard leads on. */
export const followTabs = (): void => channel.addEventListener('message', follow);
