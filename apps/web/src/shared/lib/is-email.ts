/**
 * Tells whether a text is an email address: text, an @, text, a dot and text, without spaces (specification section
 * 5).
 */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(text.trim());
