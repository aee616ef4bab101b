import './server.css';
import { Server } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { formatLongDate } from '#shared/lib/format-time.ts';
import { Card } from '#shared/ui/card.tsx';
import { Tag } from '#shared/ui/tag.tsx';
import type { ServerState } from '../server.queries.ts';

/** Lists the servers of the installation where there are several. */
export const NodesCard = ({ nodes }: Pick<ServerState, 'nodes'>) => {
  const t = useText();
  if (nodes.length < 2) return null;
  const version = nodes.find(({ own }) => own)?.version;
  return (
    <Card title={t('server.nodes')}>
      <p className="card-note">{t('server.nodes_text')}</p>
      <ul className="server-list" aria-label={t('server.nodes')}>
        {nodes.map((node) => (
          <li key={node.name} className="card-item">
            <Server className="icon-20" />
            <span className="card-item-text">
              <b>{node.name}</b>
              <p className="numeric">
                {t('server.node_since', { version: node.version, date: formatLongDate(node.started_at) })}
              </p>
            </span>
            {node.own && <Tag tone="accent">{t('server.node_own')}</Tag>}
            {node.version !== version && <Tag tone="warning">{t('server.node_other_version')}</Tag>}
          </li>
        ))}
      </ul>
    </Card>
  );
};
