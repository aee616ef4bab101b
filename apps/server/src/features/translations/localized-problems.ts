import type { Problem } from '@holdall/contract/error-codes';
import { acceptedLanguages } from '#lib/accept-language.ts';
import { sentenceIn } from './sentences.rules.ts';
import type { TranslationsService } from './translations.service.ts';

/** Says a failure in the language that an `Accept-Language` header wishes for: its message, and what is wrong with fields. */
export const spokenProblem = async (
  translations: Pick<TranslationsService, 'catalogueSoon'>,
  { message, errors, ...rest }: Problem,
  wishes: string,
): Promise<Problem> => {
  const words = await translations.catalogueSoon(acceptedLanguages(wishes));
  const say = (sentence: string): string => sentenceIn(words, sentence);
  return {
    ...rest,
    message: say(message),
    ...(errors && {
      errors: Object.fromEntries(Object.entries(errors).map(([field, said]) => [field, said.map(say)])),
    }),
  };
};
