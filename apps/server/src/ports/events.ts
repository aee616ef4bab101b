/** Something in a person's files is different; published after the transaction that made it so. */
export interface FilesEvent {
  readonly kind: 'files';
  readonly ownerId: string;
  /** The realtime connection that made the change; it is not notified. */
  readonly origin: string | undefined;
  /** Folders whose listing has changed; null is the top of the account. */
  readonly containers: readonly (string | null)[];
  /** Items that are new or different. */
  readonly itemIds: readonly string[];
  /** Items that have left their folder. */
  readonly removedIds: readonly string[];
  readonly trash: boolean;
  readonly favourites: boolean;
  /** Folders were made, renamed, moved or deleted. */
  readonly tree: boolean;
  readonly storage: boolean;
  /** More has changed than is listed: everything that is shown or cached of the account is to be fetched again. */
  readonly everything: boolean;
}

/**
 * New bytes have become a file. Only the node that received them gets this event: the work that follows is
 * recorded in the database.
 */
export interface FileStoredEvent {
  readonly kind: 'file-stored';
  readonly ownerId: string;
  readonly itemId: string;
  readonly blobId: string;
  readonly mimetype: string;
}

/** A user has signed out, or a session was ended for another reason. */
export interface SessionEndedEvent {
  readonly kind: 'session-ended';
  /** The session's key, which is no secret: the token cannot be derived from it. */
  readonly session: string;
}

/** The application's settings are different. */
export interface SettingsChangedEvent {
  readonly kind: 'settings-changed';
}

/**
 * The identity, credentials or permissions of a user have changed: name, picture, e-mail, settings, second
 * factor, restrictions, quota.
 */
export interface AccountChangedEvent {
  readonly kind: 'account-changed';
  readonly userId: string;
  /** The realtime connection that made the change; it is not notified. */
  readonly origin: string | undefined;
}

/** A link has ended, or its permissions have changed. */
export interface LinkChangedEvent {
  readonly kind: 'link-changed';
  readonly linkId: string;
}

/** A session has a new token and therefore a new key; the old key is invalid. */
export interface SessionRenewedEvent {
  readonly kind: 'session-renewed';
  readonly session: string;
  readonly renewed: string;
}

/**
 * Events of other nodes may have been lost: everything that is shown or cached and depends on them is to be
 * fetched again.
 */
export interface EventsMissedEvent {
  readonly kind: 'events-missed';
}

export type AppEvent =
  | AccountChangedEvent
  | EventsMissedEvent
  | FilesEvent
  | FileStoredEvent
  | LinkChangedEvent
  | SessionEndedEvent
  | SessionRenewedEvent
  | SettingsChangedEvent;

/**
 * Delivers events to features: those of this process synchronously, those of other nodes a moment later.
 * Nothing is stored: a listener that must miss no event also looks into the database, at the latest after
 * `events-missed`. A failing listener is logged and affects no other.
 */
export interface Events {
  publish(event: AppEvent): void;
  /** @param listener also receives whether the event is of this process @returns how to unsubscribe */
  subscribe(listener: (event: AppEvent, isOwn: boolean) => void): () => void;
  /** Sends outstanding events to other nodes, and stops listening to them. */
  close(): Promise<void>;
}

const unchanged = {
  containers: [],
  itemIds: [],
  removedIds: [],
  trash: false,
  favourites: false,
  tree: false,
  storage: false,
  everything: false,
} as const;

/** Returns a files event for a list of changes. */
export const filesEvent = (
  change: Pick<FilesEvent, 'ownerId' | 'origin'> & Partial<Omit<FilesEvent, 'kind'>>,
): FilesEvent => ({ kind: 'files', ...unchanged, ...change });
