import type { TokenScope } from '@holdall/contract/account';
import type { Role } from '@holdall/contract/permissions';
import { AppError } from '#lib/app-error.ts';
import type { Caller } from '#lib/caller.ts';

/** Tells whether a required second factor is there. */
export type RequiredFactor = 'set_up' | 'missing';

/** A signed-in person, as far as permission is concerned. */
export interface UserActor {
  readonly kind: 'user';
  readonly id: string;
  readonly role: Role;
  readonly canUpload: boolean;
  readonly canDownload: boolean;
  readonly canCreateFolder: boolean;
  /** The second factor that an administrator requires of the account; undefined: none is required. */
  readonly requiredFactor?: RequiredFactor | undefined;
  /** True for a throwaway account of the demo. */
  readonly demo?: true | undefined;
  /** The session that the person acts by: a signed-in browser. */
  readonly session?: string | undefined;
  /** The scope of the personal access token that a program uses on the person's behalf. */
  readonly scope?: TokenScope | undefined;
  /** The id of that token. */
  readonly token?: string | undefined;
  /** The realtime connection of the calling page, which is not notified of its own changes. */
  readonly origin?: string | undefined;
}
/** The remaining capacity of a file request; null: no limit. */
export interface Room {
  readonly files: number | null;
  readonly bytes: number | null;
}
/** A link to several items: guests see them in a folder that exists for them alone. */
export interface Collection {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** The items by their ids; an item in the trash is left out. */
  readonly members: ReadonlyMap<string, CollectionMember>;
}
export interface CollectionMember {
  readonly type: 'folder' | 'file';
  /** Bytes of a file; 0 for folders. */
  readonly size: number;
}
/** A guest of a link, anonymous: while the link is valid they may do what it allows, within its root. */
export interface GuestActor {
  readonly kind: 'guest';
  /** Target of the link: a shared item, or a file request. */
  readonly via: 'share' | 'request';
  readonly linkId: string;
  readonly token: string;
  /** The owner of the items. */
  readonly ownerId: string;
  /** The shared item, or the folder of the file request: nothing outside it exists for the guest. */
  readonly rootId: string;
  /** The items of a link to several: `rootId` is then the id of the link, and nothing else exists for the guest. */
  readonly collection?: Collection | undefined;
  /** `sender`: may put files into the root, and see nothing. */
  readonly rights: 'visitor' | 'editor' | 'sender';
  /** Tells the guests of a link apart, by a cookie that is theirs, hashed; undefined for a program without cookies. */
  readonly visit: string | undefined;
  /** The link's password hash at the time of the guest's admission: a changed one ends it. */
  readonly passwordHash: string | null;
  /** Number of downloads that the link allows in total; null: unlimited. */
  readonly downloadLimit: number | null;
  /** The remaining capacity of a file request; undefined where this call sends nothing. */
  readonly room?: Room | undefined;
  /** The origin of the guest's call, for the log. */
  readonly caller?: Caller | undefined;
  /** Restrictions of the owner, which hold for guests as well. */
  readonly canUpload: boolean;
  readonly canDownload: boolean;
  readonly canCreateFolder: boolean;
  /** The realtime connection of the page that calls. */
  readonly origin?: string | undefined;
}
/** The application itself: jobs, set-up, commands. */
export interface SystemActor {
  readonly kind: 'system';
}
/** The acting principal. It is determined once, here, and passed to every service. */
export type Actor = UserActor | GuestActor | SystemActor;

/** The realtime connection that an actor's changes come from. */
export const originOf = (actor: Actor): string | undefined =>
  actor.kind === 'system' ? undefined : actor.origin;

/** Prefix of the principals of all guests. */
export const guestPrincipals = 'guest:';
/** Returns the prefix of the principals of a link's guests. */
export const principalOfLink = (linkId: string): string => `${guestPrincipals}${linkId}:`;
/** Returns the link of a guest's principal; undefined for other principals. */
export const linkOfPrincipal = (principal: string): string | undefined =>
  principal.startsWith(guestPrincipals) ? principal.split(':')[1] : undefined;

/** The name under which uploads and limits know an actor. */
export const principalOf = (actor: Pick<UserActor, 'kind' | 'id'> | GuestActor | SystemActor): string => {
  if (actor.kind === 'guest') return `${principalOfLink(actor.linkId)}${actor.visit ?? ''}`;
  return actor.kind === 'user' ? `user:${actor.id}` : 'system';
};

/** Characters of a session's hash that tell sessions apart, and are of no use besides. */
const sessionCharacters = 16;

/** Tells apart what one principal acts with: a session or a token; null for guests, whom their visits tell apart. */
export const deviceOf = (actor: Actor): string | null => {
  if (actor.kind !== 'user') return null;
  if (actor.token !== undefined) return `token:${actor.token}`;
  return actor.session === undefined ? null : `session:${actor.session.slice(0, sessionCharacters)}`;
};

/** Refuses a user without the second factor that is required of them. @throws two_factor.required */
export const expectRequiredFactor = ({ requiredFactor }: Pick<UserActor, 'requiredFactor'>): void => {
  if (requiredFactor === 'missing') throw new AppError('two_factor.required');
};
