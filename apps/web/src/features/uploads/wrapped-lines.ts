/**
 * How many lines a text takes where each holds so many characters: words stay whole, but for those that are longer
 * than a line. An estimate for laying rows out before they are drawn.
 */
export function wrappedLines(text: string, perLine: number): number {
  let lines = 1;
  let left = perLine;
  for (const { length } of text.split(' ')) {
    const isFirst = left === perLine;
    const needed = isFirst ? length : length + 1;
    if (needed <= left) left -= needed;
    else {
      const own = Math.ceil(length / perLine);
      lines += isFirst ? own - 1 : own;
      left = own * perLine - length;
    }
  }
  return lines;
}
