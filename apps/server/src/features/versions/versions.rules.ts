import { isoTime } from '#lib/iso-time.ts';
import { type Actor, linkOfPrincipal, principalOfLink } from '#lib/actor.ts';
import type { LabelChange, PrincipalIds, VersionsOf } from './versions.types.ts';

const users = 'user:';

/** Returns the user of a principal; undefined for others. */
export const userOfPrincipal = (principal: string): string | undefined =>
  principal.startsWith(users) ? principal.slice(users.length) : undefined;

/** Returns each user and link among principals once. */
export const idsOfPrincipals = (principals: readonly (string | null)[]): PrincipalIds => {
  const known = principals.filter((principal) => principal !== null);
  return {
    users: [...new Set(known.flatMap((principal) => userOfPrincipal(principal) ?? []))],
    links: [...new Set(known.flatMap((principal) => linkOfPrincipal(principal) ?? []))],
  };
};

/** Returns what is added to the name of a downloaded version: the time at which it was stored, without colons. */
export const noteOfVersion = (storedAt: number): string =>
  isoTime(storedAt).slice(0, 16).replace('T', ' ').replace(':', '.');

/** Returns what a request to pin or name a version changes. */
export const labelChangeOf = ({
  pinned,
  label,
}: {
  readonly pinned?: boolean | undefined;
  readonly label?: string | undefined;
}): LabelChange => {
  if (label !== undefined && label !== '') return { label };
  if (pinned === false) return { label: null };
  if (pinned === true && label === undefined) return 'pin';
  return pinned === true ? { label: '' } : 'unname';
};

/** Returns the versions of a file that an actor may see: guests those that were stored through their link. */
export const seenBy = (actor: Actor, itemId: string): VersionsOf => ({
  itemId,
  storedBy: actor.kind === 'guest' ? principalOfLink(actor.linkId) : undefined,
});
