export { registerFavouritesRoutes } from './favourites.routes.ts';
export { createFavouritesService, type FavouritesService } from './favourites.service.ts';
