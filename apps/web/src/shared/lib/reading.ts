/** Tells whether the page is written from right to left: the next item lies to the left then. */
export const readsLeftward = (): boolean => document.documentElement.dir === 'rtl';

const turned: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };

/** A key as it is meant along the line: `ArrowRight` leads on, in whichever direction the page is written. */
export const keyAlongLine = (key: string): string => (readsLeftward() && turned[key]) || key;
