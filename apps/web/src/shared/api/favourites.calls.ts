import { callsOf } from './client.ts';
import type { CallTable } from './routes.ts';

const table = {
  addFavourites: { method: 'POST', path: '/api/folders/favourites' },
  orderFavourites: { method: 'PATCH', path: '/api/folders/favourites' },
  removeFavourite: { method: 'DELETE', path: '/api/folders/favourites/{id}', overridden: true },
} as const satisfies CallTable;

/** Calls that change favourites. */
export const favouritesCall = callsOf(table);
