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
