const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const plain = (text: string): string =>
  text.replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? whole;
    const point = name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return point <= 0x10_ff_ff ? String.fromCodePoint(point) : whole;
  });

/**
 * Returns the text of the first element of this name; undefined where there is none. S3's answers are flat and
 * have no attributes that matter, so no XML parser is needed, and no entity can expand.
 */
export const textOf = (xml: string, name: string): string | undefined => {
  const open = xml.indexOf(`<${name}>`);
  if (open === -1) return undefined;
  const from = open + name.length + 2;
  const to = xml.indexOf(`</${name}>`, from);
  return to === -1 ? undefined : plain(xml.slice(from, to));
};

/** Returns the content of each element of this name. */
export const elementsOf = (xml: string, name: string): string[] => {
  const found: string[] = [];
  for (let at = xml.indexOf(`<${name}>`); at !== -1; at = xml.indexOf(`<${name}>`, at)) {
    const from = at + name.length + 2;
    const to = xml.indexOf(`</${name}>`, from);
    if (to === -1) break;
    found.push(xml.slice(from, to));
    at = to;
  }
  return found;
};

/** Returns the code of an error, which may come with status 200 after a slow operation. */
export const errorCodeOf = (xml: string): string | undefined =>
  /<Error[ >]/.test(xml) ? (textOf(xml, 'Code') ?? '') : undefined;

export const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
