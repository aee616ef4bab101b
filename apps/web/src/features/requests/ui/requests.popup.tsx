import './requests.css';
import { FolderOpen, Inbox, Pencil } from 'lucide-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { formatLongDate } from '#shared/lib/format-time.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { Button } from '#shared/ui/button.tsx';
import { EmptyBlock } from '#shared/ui/empty-block.tsx';
import { LateSkeleton } from '#shared/ui/late-skeleton.tsx';
import { Popup, PopupFooter } from '#shared/ui/popup.tsx';
import { Tag } from '#shared/ui/tag.tsx';
import { Unloaded } from '#shared/ui/unloaded.tsx';
import { useUpdateRequest } from '../requests.mutations.ts';
import { requestsQuery, type OwnRequest } from '../requests.queries.ts';
import { RequestPopup } from './request.popup.tsx';

interface RequestsPopupProps {
  readonly onAsk: () => void;
  readonly onOpenFolder: (id: string) => void;
  readonly onClose: () => void;
}

interface RequestRowProps extends Pick<RequestsPopupProps, 'onOpenFolder'> {
  readonly request: OwnRequest;
  readonly onEdit: () => void;
}

const stateTexts = {
  active: 'requests.open',
  filled: 'requests.closed',
  expired: 'requests.expired',
} as const;

/** Shows a request, its progress, and links to it and its folder. */
const RequestRow = ({ request, onEdit, onOpenFolder }: RequestRowProps) => {
  const t = useText();
  const { name, state, files, size, unseen, deadline, folder_id: folderId } = request.attributes;
  const { folder } = request.relationships;
  const { mutate: look } = useUpdateRequest(request.attributes.token);
  const facts = [
    folder ? honestName(folder.name) : t('requests.folder_unavailable'),
    t('requests.files', { count: files, size: formatBytes(size) }),
    state === 'active' && deadline !== null && t('requests.until', { date: formatLongDate(deadline) }),
  ].filter((fact) => fact !== false);
  return (
    <li>
      <span className="request-facts">
        <b>{honestName(name)}</b>
        <span className="numeric">{facts.join(' · ')}</span>
        <span className="request-tags">
          <Tag tone={state === 'active' ? 'success' : 'plain'}>{t(stateTexts[state])}</Tag>
          {unseen > 0 && <Tag tone="success">{t('requests.new_files', { count: unseen })}</Tag>}
        </span>
      </span>
      {folder && (
        <Button
          size="small"
          icon={<FolderOpen className="icon-16" />}
          aria-label={`${t('requests.open_folder')}: ${honestName(name)}`}
          onClick={() => {
            if (unseen > 0) look({ seen: true });
            onOpenFolder(folderId);
          }}
        >
          {t('requests.open_folder')}
        </Button>
      )}
      <Button
        size="small"
        icon={<Pencil className="icon-16" />}
        aria-label={`${t('requests.edit')}: ${honestName(name)}`}
        onClick={onEdit}
      >
        {t('requests.edit')}
      </Button>
    </li>
  );
};

/** Lists file requests, the latest first. */
export const RequestsPopup = ({ onAsk, onOpenFolder, onClose }: RequestsPopupProps) => {
  const t = useText();
  const { data, isError, isFetching, refetch, ...more } = useInfiniteQuery(requestsQuery);
  const [editing, setEditing] = useState<string>();
  const edited = data?.find(({ id }) => id === editing);
  return (
    <Popup title={t('requests.titles')} onClose={onClose}>
      {data ? (
        <ul className="request-list" aria-label={t('requests.titles')}>
          {data.map((request) => (
            <RequestRow
              key={request.id}
              request={request}
              onEdit={() => setEditing(request.id)}
              onOpenFolder={onOpenFolder}
            />
          ))}
        </ul>
      ) : (
        <Unloaded {...{ isError, isFetching, refetch }}>
          <div className="popup-content">
            <LateSkeleton width="70%" />
          </div>
        </Unloaded>
      )}
      {data?.length === 0 && <EmptyBlock title={t('requests.empty.title')} text={t('requests.empty.text')} />}
      {more.hasNextPage && (
        <div className="popup-content">
          <Button busy={more.isFetchingNextPage} onClick={() => void more.fetchNextPage()}>
            {t('requests.more')}
          </Button>
        </div>
      )}
      <PopupFooter>
        <Button look="primary" icon={<Inbox />} onClick={onAsk}>
          {t('requests.menu')}
        </Button>
      </PopupFooter>
      {edited && <RequestPopup request={edited} onClose={() => setEditing(undefined)} />}
    </Popup>
  );
};
