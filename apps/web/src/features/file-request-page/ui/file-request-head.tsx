import './file-request-page.css';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { formatLongDate } from '#shared/lib/format-time.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { Avatar } from '#shared/ui/avatar.tsx';
import { ownerNameOf, type OpenedFileRequest } from '../file-request.queries.ts';

/** Formats the limits of a request: deadline, number of files and size. */
const Limits = ({ request }: { readonly request: OpenedFileRequest }) => {
  const t = useText();
  const { deadline, files_left: files, size_left: size } = request.attributes;
  const limits = [
    deadline !== null && t('file_request.deadline', { date: formatLongDate(deadline) }),
    files !== null && t('file_request.files_left', { count: files }),
    size !== null && t('file_request.size_left', { size: formatBytes(size) }),
  ].filter((limit) => limit !== false);
  if (limits.length === 0) return null;
  return <p className="file-request-limits numeric">{limits.join(' · ')}</p>;
};

interface FileRequestHeadProps {
  readonly request: OpenedFileRequest;
  readonly title: string;
  /** Replaces the description of the request. */
  readonly instead?: string | undefined;
}

/** Shows the owner and the description of a request. */
export const FileRequestHead = ({ request, title, instead }: FileRequestHeadProps) => {
  const { avatar, color } = request.relationships.owner.data.attributes;
  const { name, note, state } = request.attributes;
  return (
    <header className="file-request-head">
      <Avatar name={ownerNameOf(request) ?? ''} email="" {...{ avatar, color }} size={52} />
      <h1 tabIndex={-1}>{title}</h1>
      <p className="file-request-name">{honestName(name)}</p>
      {(instead ?? note) !== '' && <p className="file-request-note">{instead ?? note}</p>}
      {instead === undefined && state === 'active' && <Limits request={request} />}
    </header>
  );
};
