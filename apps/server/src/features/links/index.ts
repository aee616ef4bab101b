export { createLinkDownloads, type LinkDownloads } from './link-downloads.service.ts';
export { createGuestBook, type Deed, type GuestBook, type TellLog } from './guest-book.service.ts';
export { presentShare, shareUrl } from './links.present.ts';
export { isOpen, stateOfRequest } from './links.rules.ts';
export { listOpenShares, requireFileRequest, requireShare, restrictionsOf } from './links.service.ts';
export type { RequestWithOwner, ShareWithOwner } from './links.types.ts';
