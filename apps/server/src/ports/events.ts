/** Something in a person's files is different; published after the transaction that made it so. */
export interface FilesEvent {
  readonly kind: 'files';
  readonly ownerId: string;
  /** The realtime connection that asked for the change; it knows already. */
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
  /** More has changed than is listed here: whatever is shown or kept of the account is to be looked up anew. */
  readonly everything: boolean;
}

/** New bytes have become a file. Only the node that took them is told: what follows is written into the database. */
export interface FileStoredEvent {
  readonly kind: 'file-stored';
  readonly ownerId: string;
  readonly itemId: string;
  readonly blobId: string;
  readonly mimetype: string;
}

/** Somebody has signed out, or a session was ended for another reason. */
export interface SessionEndedEvent {
  readonly kind: 'session-ended';
  /** The session's key, which is no secret: its token cannot be told from it. */
  readonly session: string;
}

/** The application's settings are different. */
export interface SettingsChangedEvent {
  readonly kind: 'settings-changed';
}

/**
 * Who somebody is, what opens their account, or what they may do is different: their name, picture, e-mail, settings,
 * second factor, restrictions, room.
 */
export interface AccountChangedEvent {
  readonly kind: 'account-changed';
  readonly userId: string;
  /** The realtime connection that asked for the change; it knows already. */
  readonly origin: string | undefined;
}

/** A link ended, or allows something else now. */
export interface LinkChangedEvent {
  readonly kind: 'link-changed';
  readonly linkId: string;
}

/** A session has another token and so another key; whoever shows the old one is nobody. */
export interface SessionRenewedEvent {
  readonly kind: 'session-renewed';
  readonly session: string;
  readonly renewed: string;
}

/** Events of other nodes may not have come: whoever shows or keeps what they would have changed looks it up anew. */
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
 * Tells features of what happened elsewhere: at once what happened in this process, and a moment later what
 * happened on other nodes. Nothing is kept: who must not miss an event looks into the database as well, at the
 * latest when some were missed. A listener that fails is logged and disturbs nobody.
 */
export interface Events {
  publish(event: AppEvent): void;
  /**
   * @param listener is also told whether it happened in this process
   * @returns how to stop listening
   */
  subscribe(listener: (event: AppEvent, isOwn: boolean) => void): () => void;
  /** Tells other nodes what they have not been told yet, and hears no more of them. */
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

/** A files event of which only what changed is told. */
export const filesEvent = (
  change: Pick<FilesEvent, 'ownerId' | 'origin'> & Partial<Omit<FilesEvent, 'kind'>>,
): FilesEvent => ({ kind: 'files', ...unchanged, ...change });
