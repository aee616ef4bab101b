import { createHash, timingSafeEqual } from 'node:crypto';

/** One metric, with a sample for each set of labels. */
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

/** Formats metrics as text for Prometheus, version 0.0.4. Metrics without samples are omitted. */
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
 * Tells whether a request may read the metrics: only with the operator's token. Its address proves nothing, because
 * a proxy on this machine makes every request look local.
 *
 * @param authorization `Authorization` as sent
 */
export const mayRead = (authorization: string | undefined, token: string | undefined): boolean =>
  token !== undefined &&
  authorization !== undefined &&
  timingSafeEqual(digest(authorization), digest(`Bearer ${token}`));
