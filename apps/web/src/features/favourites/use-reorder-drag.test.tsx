import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useReorderDrag } from './use-reorder-drag.ts';

const List = ({ onMove }: { readonly onMove: (from: number, to: number) => void }) => {
  const { drag, rowProps } = useReorderDrag(3, onMove);
  return [0, 1, 2].map((row) => (
    <p key={row} data-dragged={drag?.from === row || undefined} {...rowProps(row)}>
      {row}
    </p>
  ));
};

/** Three rows of 30 px. */
const rendered = async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const onMove = vi.fn<(from: number, to: number) => void>();
  await act(async () => root.render(<List onMove={onMove} />));
  onTestFinished(() => act(async () => root.unmount()));
  const point = (type: string, row: number, init: PointerEventInit): void => {
    const element = place.children[row];
    if (!element) throw new Error('No such row.');
    element.getBoundingClientRect = () => new DOMRect(0, row * 30, 100, 30);
    act(() => void element.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, ...init })));
  };
  const isDragged = (row: number): boolean => place.children[row]?.hasAttribute('data-dragged') === true;
  return { onMove, point, isDragged };
};

test('a dragged row lands at the place where it is released', async () => {
  const { onMove, point, isDragged } = await rendered();
  point('pointerdown', 0, { clientY: 15, button: 0, buttons: 1 });
  point('pointermove', 0, { clientY: 18, buttons: 1 });
  expect(isDragged(0)).toBe(false);
  point('pointermove', 0, { clientY: 75, buttons: 1 });
  expect(isDragged(0)).toBe(true);
  point('pointerup', 0, { clientY: 75 });
  expect(onMove.mock.calls).toEqual([[0, 2]]);
});

test('a press released outside of the list drags nothing when the pointer comes back', async () => {
  const { onMove, point, isDragged } = await rendered();
  point('pointerdown', 0, { clientY: 2, button: 0, buttons: 1 });
  point('pointermove', 0, { clientY: 28, buttons: 0 });
  expect(isDragged(0)).toBe(false);
  point('pointermove', 0, { clientY: 29, buttons: 1 });
  point('pointerup', 0, { clientY: 75 });
  expect(isDragged(0)).toBe(false);
  expect(onMove).not.toHaveBeenCalled();
});
