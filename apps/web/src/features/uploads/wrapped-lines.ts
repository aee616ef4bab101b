/**
 * Estimates how many lines of so many characters a text takes, so that rows can be laid out before they are drawn.
 * Words stay whole unless they are longer than a line.
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
