/** The languages that the application speaks. */
const languages: readonly string[] = ['en'];

/** Languages to choose from, each called in its own words. @param chosen is offered in any case */
export const languageOptions = (chosen: string) =>
  [...new Set([...languages, chosen])].map((value) => ({
    value,
    label: new Intl.DisplayNames(value, { type: 'language' }).of(value) ?? value,
  }));
