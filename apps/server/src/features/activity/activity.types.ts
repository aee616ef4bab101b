import type { ActivityGroup, ActivityKind } from '@holdall/contract/activity-kinds';
import type { ActivityRow } from '#db/tables/activity.ts';

/** A fact of an entry: short, and never a secret. */
export type Fact = string | number | boolean | null;

/** The facts that entries of each kind may have. Nothing else is recorded, and e-mails and names only in part. */
export const factsOf = {
  'session.signed_in': ['method', 'remember'],
  /** `email`: the typed address, if it belongs to no account. */
  'session.failed': ['reason', 'email'],
  'session.two_factor_failed': ['reason'],
  'session.recovery_code_used': ['left'],
  'session.signed_out': [],
  'session.ended': ['reason', 'count'],
  'account.registered': [],
  'account.invitation_accepted': [],
  'account.password_changed': ['sessions_ended'],
  /** `from_admin`: the link was handed over by an administrator. */
  'account.password_reset': ['sessions_ended', 'from_admin'],
  'account.reset_requested': ['email'],
  'account.email_changed': ['from', 'to'],
  'account.two_factor_on': [],
  'account.two_factor_off': [],
  'account.recovery_codes_renewed': [],
  'account.token_created': ['name', 'scope', 'expires_at'],
  'account.token_revoked': ['name'],
  'account.versions_dropped': [],
  'user.created': ['email', 'role'],
  'user.changed': ['name', 'from', 'to'],
  'user.role_changed': ['from', 'to'],
  'user.suspended': ['reason'],
  'user.reactivated': [],
  'user.restricted': ['canUpload', 'canDownload', 'canCreateFolder', 'reason'],
  'user.capacity_changed': ['from', 'to'],
  'user.reset_sent': [],
  'user.reset_link_created': [],
  'user.invitation_link_created': [],
  'user.sessions_ended': ['count'],
  'user.two_factor_reset': [],
  'user.deletion_begun': ['name', 'email'],
  'user.deleted': ['name', 'email', 'files', 'folders'],
  /** `from` and `to` are omitted for secrets. */
  'settings.changed': ['group', 'name', 'from', 'to'],
  'language.added': ['name'],
  'language.removed': ['name'],
  'language.imported': ['name', 'count'],
  'share.created': ['name', 'permission', 'protected', 'expires_at', 'download_limit'],
  'share.changed': ['name', 'permission', 'protected', 'expires_at', 'download_limit'],
  /** `name`: of the first. */
  'share.revoked': ['name', 'count'],
  'share.mailed': ['name', 'count'],
  'share.unlock_failed': ['name'],
  'share.reverted': ['name', 'count'],
  /** `mailed`: the address that the request was mailed to. */
  'file_request.created': ['name', 'mailed'],
  'file_request.changed': ['name'],
  'file_request.deleted': ['name'],
  'file_request.received': ['name', 'count'],
  'guest.uploaded': ['name', 'to', 'count'],
  'guest.created': ['name', 'to', 'count'],
  'guest.renamed': ['name', 'to', 'count'],
  'guest.moved': ['name', 'to', 'count'],
  'guest.copied': ['name', 'to', 'count'],
  'guest.removed': ['name', 'to', 'count'],
  'guest.undone': ['name', 'to', 'count'],
  /** `call`: the first of them. `link`: the id of the link that was used. */
  'refused.not_found': ['call', 'link'],
  'refused.forbidden': ['call', 'link'],
  'refused.cross_site': ['call', 'link'],
  'refused.limited': ['call', 'link'],
  'refused.setup_code': [],
  /** Failures and refused calls of further callers, once there were too many to tell apart. */
  'refused.other': [],
  'caches.cleared': [],
  'job.retried': ['kind', 'count'],
  'job.dismissed': ['kind', 'count'],
  'backup.begun': [],
  'backup.checked': ['name'],
  'files.restored': [],
  'doctor.begun': ['repair'],
  'logs.downloaded': [],
  'activity.exported': ['format'],
} as const satisfies Readonly<Record<ActivityKind, readonly string[]>>;
export type FactsOf<K extends ActivityKind> = Readonly<Partial<Record<(typeof factsOf)[K][number], Fact>>>;

/** An event to record. */
export type NewActivity = {
  readonly [K in ActivityKind]: {
    readonly kind: K;
    /** The user who did it; null if the caller was not signed in. */
    readonly actorId: string | null;
    /** The user whose account it is about, who sees the entry; null if there is none. */
    readonly userId: string | null;
    /** The network address of the caller, as the server knows it. */
    readonly address?: string | null | undefined;
    /** `User-Agent` as sent. */
    readonly userAgent?: string | null | undefined;
    readonly details?: FactsOf<K>;
  };
}[ActivityKind];

/** A filter for entries. */
export interface ActivityFilter {
  /** Only entries before this one. */
  readonly before?: string | undefined;
  readonly limit: number;
  readonly group?: ActivityGroup | undefined;
  readonly kind?: ActivityKind | undefined;
  /** The user who did it, or whose account it is about. */
  readonly user?: string | undefined;
  /** Times in ISO 8601; the start is included, the end is not. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** A user named by an entry, in their present state; a deleted account has no row. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
}

/** Entries, the latest first, with the users in them. */
export interface Log {
  readonly entries: readonly ActivityRow[];
  /** The accounts that still exist, by id. */
  readonly people: ReadonlyMap<string, Person>;
  /** The cursor of older entries; undefined at the end. */
  readonly next: string | undefined;
}
