const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** product.md, "Sign-in": 30 days when remembered, else the browser's session with 12 idle hours. */
export const sessionLimits = {
  rememberedFor: 30 * day,
  unrememberedFor: 7 * day,
  idle: 12 * hour,
  /** Minimum time between two recorded uses of a session or an access token. */
  touchEvery: minute,
} as const;

/**
 * Milliseconds for which the token before a renewal is accepted that a person asks for on their page: requests that the page
 * sends before the answer with its new cookie has arrived carry it, such as the parts of an upload. security.md lets a
 * session live on for as long.
 */
export const renewedWithin = 5_000;

/** Sessions that are listed. */
export const maxDevices = 100;

export interface SessionTimes {
  readonly remember: 0 | 1;
  readonly last_seen_at: number;
  readonly expires_at: number;
}

export const isSessionAlive = (session: SessionTimes, now: number): boolean =>
  now < session.expires_at && (session.remember === 1 || now - session.last_seen_at < sessionLimits.idle);
