import { expect, test } from 'vitest';
import { openPlace } from '#shared/testing/page.tsx';
import { BarChart } from './bar-chart.tsx';

const drawn = async (...values: readonly number[]) => {
  const { box, draw } = openPlace();
  await draw(
    <BarChart
      label="Traffic"
      series={[{ name: 'Uploads', color: 'red' }]}
      bars={values.map((value, day) => ({
        date: `2026-11-0${day + 1}`,
        label: `${day + 1} Nov`,
        values: [value],
      }))}
      format={(value) => `${value} B`}
      empty="Nothing yet."
      tableLabel="Table"
      dayLabel="Day"
    />,
  );
  return box;
};

const axisOf = (box: HTMLElement) =>
  Array.from(box.querySelectorAll('.bar-chart-axis span'), ({ textContent }) => textContent);

test('the axis ends at a round figure that nothing rises above', async () => {
  const box = await drawn(3, 37);
  expect(axisOf(box)).toEqual(['50 B', '25 B', '0 B']);
  expect(box.querySelectorAll('rect')[1]?.getAttribute('height')).toBe('74');
});

test.each([1, 2, 5, 10, 50, 100, 1000])('a figure of %i ends the axis itself: it is round', async (value) => {
  const box = await drawn(0, value);
  expect(axisOf(box)[0]).toBe(`${value} B`);
  expect(box.querySelectorAll('rect')[1]?.getAttribute('height')).toBe('100');
});

test('a chart without any figure says so', async () => {
  const box = await drawn(0, 0);
  expect(box.textContent).toBe('Nothing yet.');
});
