import { useTranslation } from 'react-i18next';
import { text, type Translate } from './messages.ts';

/** The messages of the page's language, by their typed keys; draws again when the language changes. */
export const useText = (): Translate => {
  useTranslation();
  return text;
};
