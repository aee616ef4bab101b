import './asked.css';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { formatLongDate } from '#shared/lib/format-time.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { Avatar } from '#shared/ui/avatar.tsx';
import { ownerNameOf, type Asked } from '../asked.queries.ts';

/** Formats the limits of a request: deadline, number of files and size. */
const Limits = ({ asked }: { readonly asked: Asked }) => {
  const t = useText();
  const { deadline, files_left: files, size_left: size } = asked.attributes;
  const limits = [
    deadline !== null && t('asked.deadline', { date: formatLongDate(deadline) }),
    files !== null && t('asked.files_left', { count: files }),
    size !== null && t('asked.size_left', { size: formatBytes(size) }),
  ].filter((limit) => limit !== false);
  if (limits.length === 0) return null;
  return <p className="asked-limits numeric">{limits.join(' · ')}</p>;
};

interface AskedHeadProps {
  readonly asked: Asked;
  readonly title: string;
  /** Replaces the description of the request. */
  readonly instead?: string | undefined;
}

/** Shows the owner and the description of a request. */
export const AskedHead = ({ asked, title, instead }: AskedHeadProps) => {
  const { avatar, color } = asked.relationships.owner.data.attributes;
  const { name, note, state } = asked.attributes;
  return (
    <header className="asked-head">
      <Avatar name={ownerNameOf(asked) ?? ''} email="" {...{ avatar, color }} size={52} />
      <h1 tabIndex={-1}>{title}</h1>
      <p className="asked-name">{honestName(name)}</p>
      {(instead ?? note) !== '' && <p className="asked-note">{instead ?? note}</p>}
      {instead === undefined && state === 'active' && <Limits asked={asked} />}
    </header>
  );
};
