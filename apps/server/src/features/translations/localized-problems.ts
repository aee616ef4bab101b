import type { Problem } from '@holdall/contract/error-codes';
import { acceptedLanguages } from '#lib/http/accept-language.ts';
import { sentenceIn } from './sentences.rules.ts';
import type { TranslationsService } from './translations.service.ts';

/** Translates an error into the language of an `Accept-Language` header: its message, and the faults of fields. */
export const localizeProblem = async (
  translations: Pick<TranslationsService, 'cachedCatalogueFor'>,
  { message, errors, ...rest }: Problem,
  preferences: string,
): Promise<Problem> => {
  const words = await translations.cachedCatalogueFor(acceptedLanguages(preferences));
  const say = (sentence: string): string => sentenceIn(words, sentence);
  return {
    ...rest,
    message: say(message),
    ...(errors && {
      errors: Object.fromEntries(Object.entries(errors).map(([field, said]) => [field, said.map(say)])),
    }),
  };
};
