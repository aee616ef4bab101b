import './section-background.css';
import { useLayoutEffect } from 'react';

/** In the sections "user" and "admin" the page has a background, on which cards lie (specification section 2). */
export const useSectionBackground = (): void => {
  useLayoutEffect(() => {
    document.body.classList.add('section-background');
    return () => document.body.classList.remove('section-background');
  }, []);
};
