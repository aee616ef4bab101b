import { expect, onTestFinished, test, vi } from 'vitest';
import { charactersOf } from './characters.ts';

test('plain letters are told without a segmenter, which the first rows would wait for; one serves all others', () => {
  const segmenter = vi.spyOn(Intl, 'Segmenter');
  onTestFinished(() => segmenter.mockRestore());
  expect(charactersOf('')).toEqual([]);
  expect(charactersOf('a b~')).toEqual(['a', ' ', 'b', '~']);
  expect(segmenter).not.toHaveBeenCalled();
  expect(charactersOf('e\u0301a')).toEqual(['e\u0301', 'a']);
  expect(charactersOf('👩‍🚀\r\n')).toEqual(['👩‍🚀', '\r\n']);
  expect(segmenter).toHaveBeenCalledOnce();
});
