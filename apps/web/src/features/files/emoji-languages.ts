/** Languages of the application whose emoji names are served; others search in English. */
export const emojiLanguages = ['en', 'de', 'es', 'fr'] as const;
