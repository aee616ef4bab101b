export { createGuestWatch, type GuestWatch } from './guest-watch.service.ts';
export { registerSharesRoutes } from './shares.routes.ts';
export { type CardOf, createLinkCards } from './link-cards.service.ts';
export { createNotices } from './notices.service.ts';
export { createDeedsService, type DeedsService } from './deeds.service.ts';
export { createSharesService, type SharesService } from './shares.service.ts';
export { registerGuestsRoutes } from './guests.routes.ts';
export { createGuestsService, type GuestsService } from './guests.service.ts';
export { createLinksSummary, type SummarizeLinks } from './summary.service.ts';
