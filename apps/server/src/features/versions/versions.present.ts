import type { StoredBy, Version, VersionList } from '@holdall/contract/versions';
import { type GuestActor, linkOfPrincipal, principalOf, type UserActor } from '#lib/actor.ts';
import { isoTime } from '#lib/iso-time.ts';
import { expiresAt } from './thinning.rules.ts';
import { userOfPrincipal } from './versions.rules.ts';
import type { PrincipalNames, Retention, StoredVersion, VersionsPage } from './versions.types.ts';

/** The viewer of versions, and the facts that all of them are presented with. */
export interface VersionsView {
  readonly actor: UserActor | GuestActor;
  readonly names: PrincipalNames;
  readonly retention: Retention;
}

const unknown: StoredBy = { kind: 'unknown', name: '' };

/** Returns a principal for people. Guests learn only whether it was their own visit, or another one of their link. */
const presentStoredBy = (principal: string | null, { actor, names }: VersionsView): StoredBy => {
  if (principal === null) return unknown;
  if (principal === principalOf(actor) && (actor.kind === 'user' || actor.visit !== undefined))
    return { kind: 'you', name: '' };
  const link = linkOfPrincipal(principal);
  if (actor.kind === 'guest') return link === actor.linkId ? { kind: 'link', name: '' } : unknown;
  const name = names.get(link ?? userOfPrincipal(principal) ?? '');
  return name === undefined ? unknown : { kind: link === undefined ? 'user' : 'link', name };
};

/** Presents a version, field by field. Guests learn nothing of what its owner keeps, and how long. */
export const presentVersion = (version: StoredVersion, view: VersionsView): Version => {
  const isGuest = view.actor.kind === 'guest';
  const end = isGuest ? null : expiresAt(version, view.retention);
  return {
    id: version.id,
    size: version.size,
    mimetype: version.mimetype,
    category: version.category,
    modified_at: isoTime(version.modified_at),
    stored_at: isoTime(version.stored_at),
    replaced_at: isoTime(version.replaced_at),
    stored_by: presentStoredBy(version.stored_by, view),
    pinned: !isGuest && version.label !== null,
    label: isGuest ? '' : (version.label ?? ''),
    expires_at: end === null ? null : isoTime(end),
    ...(version.damaged_at === null ? {} : { damaged_at: isoTime(version.damaged_at) }),
  };
};

export const presentVersions = (
  { versions, more, count, size, current }: VersionsPage,
  view: VersionsView,
): VersionList => ({
  data: versions.map((version) => presentVersion(version, view)),
  meta: {
    count,
    size,
    more,
    current: { stored_at: isoTime(current.storedAt), stored_by: presentStoredBy(current.storedBy, view) },
  },
});
