import './server.css';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { formatLongDate } from '#shared/lib/format-time.ts';
import { Card } from '#shared/ui/card.tsx';
import type { ServerState } from '../server.queries.ts';

/** Product names of databases, the same in every language. */
const databases = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

interface Fact {
  readonly name: string;
  readonly value: string;
  /** Shown below the value. */
  readonly place?: string;
}

const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl className="server-facts">
    {facts.map(({ name, value, place }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          {value}
          {place !== undefined && <span>{place}</span>}
        </dd>
      </div>
    ))}
  </dl>
);

/** Shows the server's components and the locations of its data. */
export const ServerCard = ({ server }: { readonly server: ServerState }) => {
  const t = useText();
  const { versions, database, storage, data_directory: directory, process, licence } = server;
  const madeBy = (program: string, version: string | null): string =>
    version === null ? t('server.missing') : `${program} ${version}`;
  return (
    <Card title={t('server.this')}>
      <Facts
        facts={[
          {
            name: t('server.version'),
            value: versions.holdall,
            ...(licence && { place: t('server.licence_of', { holder: licence.holder }) }),
          },
          {
            name: t('server.database'),
            value: madeBy(databases[database.kind], versions.database),
            place: database.place,
          },
          {
            name: t('server.storage'),
            value: t(`server.storage.${storage.kind}`),
            place: storage.place,
          },
          {
            name: t('server.data_directory'),
            value: directory.path,
            place: t('server.free_of', {
              free: formatBytes(directory.free),
              total: formatBytes(directory.total),
            }),
          },
          { name: t('server.node'), value: versions.node, place: process.platform },
          { name: t('server.memory'), value: formatBytes(process.memory) },
          { name: t('server.running_since'), value: formatLongDate(process.started_at) },
          { name: t('server.image_library'), value: madeBy('sharp', versions.image_library) },
          { name: t('server.ffmpeg'), value: madeBy('ffmpeg', versions.ffmpeg) },
        ]}
      />
    </Card>
  );
};
