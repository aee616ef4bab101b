/** Blank modules around the code that readers need (ISO/IEC 18004). */
const quietZone = 4;

/**
 * Draws a QR code as an SVG image: black on white in every theme, because cameras need that. The encoder is loaded on first
 * use, because no start needs it.
 */
export const qrSvg = async (text: string): Promise<string> => {
  const { encode } = await import('uqr');
  const { data } = encode(text, { ecc: 'M', border: 0 });
  const edge = data.length + 2 * quietZone;
  const runs = data.flatMap((row, y) =>
    row.map((dark, x) => {
      if (!dark || row[x - 1] === true) return '';
      const end = row.indexOf(false, x);
      const length = (end === -1 ? row.length : end) - x;
      return `M${x + quietZone} ${y + quietZone}h${length}v1h-${length}z`;
    }),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${edge} ${edge}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${edge}v${edge}H0z"/><path d="${runs.join('')}"/></svg>`;
};
