export { unavailablePageTextFor } from './unavailable-page-text.ts';
export { registerLanguagesRoutes } from './languages.routes.ts';
export { createLanguagesService } from './languages.service.ts';
export type { LanguagesService } from './languages.types.ts';
export { registerTranslationsRoutes } from './translations.routes.ts';
export {
  createTranslationsService,
  isSpoken,
  shippedLanguages,
  storedLanguages,
  type TranslationsService,
} from './translations.service.ts';
