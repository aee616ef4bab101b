import { useEffect, useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import type { TextKey } from '#shared/i18n/messages.ts';
import type { Compared } from '../compare/compare-kind.ts';
import { diffOfLines, type DiffRow } from '../compare/line-diff.ts';
import { maxCompared, readText, type TextSource } from '../compare/read-text.ts';
import { renderUnkeyed } from '../render-unkeyed.ts';
import { Waiting } from './waiting.tsx';

/** Rows that are drawn at most. */
const maxRows = 3_000;

/** The rows of a comparison, or the reason why there are none. */
type Outcome = readonly DiffRow[] | 'too_large' | 'too_different' | 'failed';

const compare = async (before: TextSource, after: TextSource, signal: AbortSignal): Promise<Outcome> => {
  if ([before, after].some(({ size }) => (size ?? 0) > maxCompared)) return 'too_large';
  const [old, now] = await Promise.all([readText(before, signal), readText(after, signal)]);
  if (old === undefined || now === undefined) return 'failed';
  return diffOfLines(old, now) ?? 'too_different';
};

const signs = { same: '', added: '+', removed: '−' } as const;

const Row = ({ row }: { readonly row: DiffRow }) => {
  const t = useText();
  if (row.kind === 'gap')
    return <div className="compare-gap numeric">{t('versions.compare.unchanged', { count: row.count })}</div>;
  const { kind, text } = row;
  const Tag = ({ same: 'span', added: 'ins', removed: 'del' } as const)[kind];
  return (
    <div className="compare-line" data-kind={kind}>
      <span aria-hidden="true">{kind === 'added' ? '' : row.before}</span>
      <span aria-hidden="true">{kind === 'removed' ? '' : row.after}</span>
      <span aria-hidden="true">{signs[kind]}</span>
      <Tag>
        {kind !== 'same' && <span className="visually-hidden">{`${t(`versions.compare.${kind}`)} `}</span>}
        {text}
      </Tag>
    </div>
  );
};

/** Two texts, line by line. */
export const CompareText = ({ before, after }: Compared) => {
  const t = useText();
  const [outcome, setOutcome] = useState<Outcome>();
  const { file_url: oldAddress, size: oldSize } = before.attributes;
  const { file_url: address, size } = after.attributes;
  // The addresses change with the bytes; the items are new objects with each drawing of the page around.
  useEffect(() => {
    const leaving = new AbortController();
    const old = { address: oldAddress, size: oldSize };
    compare(old, { address, size }, leaving.signal).then(
      (found) => !leaving.signal.aborted && setOutcome(found),
      () => !leaving.signal.aborted && setOutcome('failed'),
    );
    return () => leaving.abort();
  }, [oldAddress, oldSize, address, size]);
  if (outcome === undefined) return <Waiting />;
  const note = (key: TextKey) => <p className="compare-note">{t(key, { lines: maxRows })}</p>;
  if (typeof outcome === 'string') return note(`versions.compare.${outcome}`);
  if (outcome.length === 0) return note('versions.compare.same');
  return (
    <div className="preview-sheet compare-text" dir="ltr">
      {renderUnkeyed(outcome.slice(0, maxRows), (row) => (
        <Row row={row} />
      ))}
      {outcome.length > maxRows && note('versions.compare.cut')}
    </div>
  );
};
