/** Colours that the application can be dressed in (ui.md section 1); none is freely mixed, so that all read well. */
export const accents = ['petrol', 'cobalt', 'iris', 'plum', 'ember', 'moss', 'graphite'] as const;
export type Accent = (typeof accents)[number];
