/** Whether a text is an e-mail: text, an @, text, a dot and text, without spaces (specification section 5). */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(text.trim());
