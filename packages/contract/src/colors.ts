/** Colours to choose from, without schemas, so that pages can have them, too. */

/** Colours that the application can be dressed in (ui.md section 1); none is freely mixed, so that all read well. */
export const accents = ['petrol', 'cobalt', 'iris', 'plum', 'ember', 'moss', 'graphite'] as const;
export type Accent = (typeof accents)[number];

/** The colours offered for folders, by the name of their design token. */
export const folderColors = {
  petrol: '#62c0cb',
  cobalt: '#89b2e8',
  iris: '#aea6e5',
  plum: '#d799c2',
  rose: '#e3989d',
  ember: '#e09d80',
  amber: '#d9a650',
  moss: '#91be87',
  slate: '#a5b2b8',
} as const;
export type FolderColor = keyof typeof folderColors;
