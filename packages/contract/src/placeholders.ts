/** `{{count, number}}`: what is put into a message when it is shown. */
const placeholder = /\{\{\s*([^{}]+?)\s*\}\}/g;

/** The placeholders of a message, each once, as messages write them. */
export const placeholdersOf = (message: string): string[] => [
  ...new Set(
    [...message.matchAll(placeholder)].map(([, inner = '']) => `{{${inner.replaceAll(/\s+/g, ' ')}}}`),
  ),
];

/** A message without its placeholders: what is left has no braces of its own. */
export const withoutPlaceholders = (message: string): string => message.replaceAll(placeholder, '');
