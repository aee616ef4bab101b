export { createEndedLinks } from './ended-links.service.ts';
export { createLinkDownloads, type LinkDownloads } from './link-downloads.service.ts';
export { createGuestAccess, type GuestAccess } from './guest-access.service.ts';
export { type GuestOperationKind, shareActivityKinds } from './share-activity.rules.ts';
export {
  isProven,
  type LinkPass,
  newToken,
  newVisit,
  proofOf,
  readPass,
  visitKey,
  writePass,
} from './link-pass.rules.ts';
export { nameOf, presentOwner, presentShare, shareUrl } from './links.present.ts';
export { isCollectionLink, isOpen, refusalOfRequest, roomOfRequest, stateOfRequest } from './links.rules.ts';
export {
  isInScope,
  countActiveLinks,
  findLocales,
  findOwner,
  listClosedToUploads,
  listLinkIds,
  listMembers,
  listOpenShares,
  listSharesBy,
  requireFileRequest,
  requireShare,
  restrictionsOf,
  type PrincipalScope,
  scopeOf,
} from './link-lookup.ts';
export type { OwnerFacts, ShareWithOwner } from './links.types.ts';
