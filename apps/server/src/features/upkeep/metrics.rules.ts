import { createHash, timingSafeEqual } from 'node:crypto';

/** One figure, or several that labels tell apart. */
export interface Metric {
  readonly name: `holdall_${string}`;
  readonly type: 'gauge' | 'counter';
  readonly help: string;
  readonly samples: readonly {
    readonly labels?: Readonly<Record<string, string>>;
    readonly value: number;
  }[];
}

const escaped = (text: string): string =>
  text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`);

const labelled = (labels: Readonly<Record<string, string>> = {}): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
};

/** In the text format of Prometheus, version 0.0.4. What has no samples is left out. */
export const exposition = (metrics: readonly Metric[]): string =>
  metrics
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, type, help, samples }) =>
      [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} ${type}`,
        ...samples.map(({ labels, value }) => `${name}${labelled(labels)} ${value}`),
        '',
      ].join('\n'),
    )
    .join('');

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Whether somebody may read the figures: with the operator's token, from wherever. Where a call comes from proves
 * nothing, because a proxy on this machine calls for anybody and need not say so.
 *
 * @param authorization `Authorization` as sent
 */
export const mayRead = (authorization: string | undefined, token: string | undefined): boolean =>
  token !== undefined &&
  authorization !== undefined &&
  timingSafeEqual(digest(authorization), digest(`Bearer ${token}`));
