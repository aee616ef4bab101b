import './bar-chart.css';
import './table.css';
import { useState } from 'react';
import { readsLeftward } from '#shared/lib/reading.ts';

export interface ChartSeries {
  readonly name: string;
  /** A colour of the tokens. */
  readonly color: string;
}

export interface ChartBar {
  /** ISO date, for its key. */
  readonly date: string;
  /** Its name: `14 Nov`. */
  readonly label: string;
  /** One of each series. */
  readonly values: readonly number[];
}

interface BarChartProps {
  /** Says the whole of it in a sentence. */
  readonly label: string;
  readonly series: readonly ChartSeries[];
  readonly bars: readonly ChartBar[];
  readonly format: (value: number) => string;
  /** Stands in the place of the picture where all figures are 0. */
  readonly empty: string;
  /** Opens the same figures as a table. */
  readonly tableLabel: string;
  /** Heads the table's first column. */
  readonly dayLabel: string;
}

const step = 10;
const barWidth = 7;
const height = 100;

/** The least of 1, 2 and 5 times a power of ten that nothing rises above: an axis has round figures. */
const axisEnd = (highest: number): number => {
  const power = 10 ** Math.floor(Math.log10(highest));
  return power * ([1, 2, 5].find((times) => times * power >= highest) ?? 10);
};

const total = ({ values }: ChartBar): number => values.reduce((sum, value) => sum + value, 0);

/**
 * Figures by day on an axis, the series on top of each other; below it the same as a table, for people who cannot see
 * it.
 */
export const BarChart = ({ label, series, bars, format, empty, tableLabel, dayLabel }: BarChartProps) => {
  const [at, setAt] = useState<number>();
  const highest = Math.max(...bars.map(total));
  if (highest === 0) return <p className="bar-chart-empty muted">{empty}</p>;
  const end = axisEnd(highest);
  const pointed = at === undefined ? undefined : bars[at];
  const marks = new Set([0, 1, 2, 3].map((part) => bars[Math.round((part * (bars.length - 1)) / 3)]));
  return (
    <div className="bar-chart">
      <div className="bar-chart-legend" aria-hidden="true">
        {series.map(({ name, color }, of) => (
          <span key={name}>
            <i style={{ background: color }} />
            {name}
            <span className="numeric muted">{pointed && format(pointed.values[of] ?? 0)}</span>
          </span>
        ))}
        <span className="spacer" />
        <span className="numeric muted">{pointed?.label}</span>
      </div>
      <div className="bar-chart-plot">
        <div className="bar-chart-axis numeric muted" aria-hidden="true">
          {[end, end / 2, 0].map((value) => (
            <span key={value}>{format(value)}</span>
          ))}
        </div>
        <svg
          className="bar-chart-picture"
          viewBox={`0 0 ${bars.length * step} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
          onPointerMove={({ clientX, currentTarget }) => {
            const { left, right, width } = currentTarget.getBoundingClientRect();
            const along = (readsLeftward() ? right - clientX : clientX - left) / width;
            setAt(Math.min(bars.length - 1, Math.max(0, Math.floor(along * bars.length))));
          }}
          onPointerLeave={() => setAt(undefined)}
        >
          {[0, 1, 2].map((line) => (
            <line
              key={line}
              x1="0"
              x2={bars.length * step}
              y1={(line * height) / 2}
              y2={(line * height) / 2}
            />
          ))}
          {bars.map((bar, index) => {
            let below = 0;
            return (
              <g key={bar.date} data-pointed={index === at || undefined}>
                {bar.values.map((value, of) => {
                  const share = (value / end) * height;
                  below += share;
                  return (
                    <rect
                      key={series[of]?.name}
                      x={index * step + (step - barWidth) / 2}
                      y={height - below}
                      width={barWidth}
                      height={share}
                      style={{ fill: series[of]?.color }}
                    />
                  );
                })}
              </g>
            );
          })}
        </svg>
        <div className="bar-chart-days numeric muted" aria-hidden="true">
          {[...marks].map((bar) => bar && <span key={bar.date}>{bar.label}</span>)}
        </div>
      </div>
      <details>
        <summary>{tableLabel}</summary>
        <div className="bar-chart-table">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{dayLabel}</th>
                {series.map(({ name }) => (
                  <th key={name} scope="col" className="table-number">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {bars.toReversed().map((bar) => (
                <tr key={bar.date}>
                  <th scope="row">{bar.label}</th>
                  {bar.values.map((value, of) => (
                    <td key={series[of]?.name} className="table-number">
                      {format(value)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </div>
  );
};
