/** Placeholders of messages: `{{count, number}}`. */
const placeholder = /\{\{\s*([^{}]+?)\s*\}\}/g;

/** The placeholders of a message, each once, as messages write them. */
export const placeholdersOf = (message: string): string[] => [
  ...new Set(
    [...message.matchAll(placeholder)].map(([, inner = '']) => `{{${inner.replaceAll(/\s+/g, ' ')}}}`),
  ),
];

/** Returns a message without its placeholders: the rest has no braces of its own. */
export const withoutPlaceholders = (message: string): string => message.replaceAll(placeholder, '');
