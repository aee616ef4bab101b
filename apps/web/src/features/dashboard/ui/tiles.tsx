import './dashboard.css';
import { Files, HardDrive, Link2, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { currentLocale } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import type { Dashboard } from '../dashboard.queries.ts';

interface TileProps {
  readonly icon: ReactNode;
  readonly name: string;
  readonly value: string;
  readonly detail: string;
}

const Tile = ({ icon, name, value, detail }: TileProps) => (
  <section className="card tile">
    <h2>
      {icon}
      {name}
    </h2>
    <p className="tile-value numeric">{value}</p>
    <p className="muted numeric">{detail}</p>
  </section>
);

/** Shows the figures of the installation. */
export const Tiles = ({
  users,
  items,
  links,
  storage,
}: Pick<Dashboard, 'users' | 'items' | 'links' | 'storage'>) => {
  const t = useText();
  const written = (count: number): string => count.toLocaleString(currentLocale());
  const recent = t('dashboard.users_new', { count: users.new_this_month });
  const suspended = t('dashboard.users_suspended', { count: users.suspended });
  return (
    <div className="tiles">
      <Tile
        icon={<Users className="icon-16" />}
        name={t('dashboard.users')}
        value={written(users.total)}
        detail={users.suspended > 0 ? `${recent} · ${suspended}` : recent}
      />
      <Tile
        icon={<Files className="icon-16" />}
        name={t('dashboard.items')}
        value={written(items.files + items.folders)}
        detail={t('dashboard.items_detail', {
          files: t('dashboard.files', { count: items.files }),
          folders: t('dashboard.folders', { count: items.folders }),
        })}
      />
      <Tile
        icon={<Link2 className="icon-16" />}
        name={t('dashboard.links')}
        value={written(links.active)}
        detail={
          links.expiring > 0
            ? t('dashboard.links_expiring', { count: links.expiring })
            : t('dashboard.links_open')
        }
      />
      <Tile
        icon={<HardDrive className="icon-16" />}
        name={t('dashboard.storage')}
        value={formatBytes(storage.used)}
        detail={
          storage.capacity === null
            ? t('dashboard.storage_open')
            : t('dashboard.storage_of', { size: formatBytes(storage.capacity) })
        }
      />
    </div>
  );
};
