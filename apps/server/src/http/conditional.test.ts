import { describe, expect, it } from 'vitest';
import { evaluateConditions, rangeApplies } from '#http/conditional.ts';

const at = Date.UTC(2026, 10, 21, 3, 0, 0, 500);
const current = { etag: '"abc"', lastModified: at };
const sameSecond = 'Sat, 21 Nov 2026 03:00:00 GMT';
const before = 'Sat, 21 Nov 2026 02:59:59 GMT';

describe('evaluateConditions', () => {
  it.each([
    [{}, 'proceed'],
    [{ 'if-match': '"abc"' }, 'proceed'],
    [{ 'if-match': '"x", "abc"' }, 'proceed'],
    [{ 'if-match': '*' }, 'proceed'],
    [{ 'if-match': '"x"' }, 'failed'],
    [{ 'if-match': 'W/"abc"' }, 'failed'],
    [{ 'if-match': '"abc"', 'if-unmodified-since': before }, 'proceed'],
    [{ 'if-unmodified-since': sameSecond }, 'proceed'],
    [{ 'if-unmodified-since': before }, 'failed'],
    [{ 'if-unmodified-since': 'yesterday' }, 'proceed'],
    [{ 'if-none-match': '"abc"' }, 'unchanged'],
    [{ 'if-none-match': 'W/"abc"' }, 'unchanged'],
    [{ 'if-none-match': '*' }, 'unchanged'],
    [{ 'if-none-match': '"x"', 'if-modified-since': sameSecond }, 'proceed'],
    [{ 'if-modified-since': sameSecond }, 'unchanged'],
    [{ 'if-modified-since': before }, 'proceed'],
    [{ 'if-match': '"x"', 'if-none-match': '"abc"' }, 'failed'],
  ])('%j: %s', (headers, verdict) => expect(evaluateConditions(headers, current)).toBe(verdict));
});

describe('rangeApplies', () => {
  const later = at + 120_000;
  it.each([
    [{}, true],
    [{ 'if-range': '"abc"' }, true],
    [{ 'if-range': '"old"' }, false],
    [{ 'if-range': 'W/"abc"' }, false],
    [{ 'if-range': sameSecond }, true],
    [{ 'if-range': before }, false],
    [{ 'if-range': 'nonsense' }, false],
  ])('%j: %s', (headers, applies) => expect(rangeApplies(headers, current, later)).toBe(applies));

  it('ignores the date of a very recent change', () =>
    expect(rangeApplies({ 'if-range': sameSecond }, current, at + 900)).toBe(false));
});
