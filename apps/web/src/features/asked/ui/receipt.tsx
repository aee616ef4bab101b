import './asked.css';
import { CircleCheck, Copy, FileDown, Printer } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { copyText } from '#shared/lib/copy-text.ts';
import { fileKind } from '#shared/lib/file-kind.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { Button } from '#shared/ui/button.tsx';
import { FileName } from '#shared/ui/file-name.tsx';
import { showToast } from '#shared/ui/toast.ts';
import type { Asked } from '../asked.queries.ts';
import { cutOf, receiptText, saveReceipt } from '../receipt.ts';

/** Rows drawn while files arrive, since a visit may send thousands. */
const rowsAtMost = 200;

interface ReceiptProps {
  readonly asked: Asked;
  /** Shows checksums and offers the receipt as a file. */
  readonly whole: boolean;
}

/** Lists the files sent in this visit. */
export const Receipt = ({ asked, whole }: ReceiptProps) => {
  const t = useText();
  const { data: files, meta } = asked.relationships.received;
  if (files.length === 0) return null;
  const cut = cutOf(asked);
  const rows = whole ? files : files.slice(-rowsAtMost);
  const copy = async (): Promise<void> => {
    if (await copyText(receiptText(asked)))
      showToast({ type: 'success', message: t('asked.receipt_copied') });
    else showToast({ type: 'danger', message: t('copy.failed') });
  };
  return (
    <section className="asked-receipt" aria-labelledby="asked-receipt">
      <div className="asked-receipt-head">
        <h2 id="asked-receipt">{t(whole ? 'asked.receipt' : 'asked.received')}</h2>
        <span className="numeric">
          {t('asked.received_summary', { count: meta.count, size: formatBytes(meta.size) })}
        </span>
      </div>
      {whole && <p className="asked-hint">{t('asked.receipt_text')}</p>}
      {rows.length < files.length && (
        <p className="asked-hint">{t('asked.latest', { count: rows.length })}</p>
      )}
      <ul>
        {rows.map(({ name, size, sha256, at }) => (
          <li key={`${at} ${name} ${sha256}`} data-kind={fileKind(name, null)}>
            <CircleCheck className="icon-16" />
            <span className="asked-file">
              <FileName name={name} />
              {whole && (
                <code aria-label={t('asked.sha256', { name })} title="SHA-256">
                  {sha256}
                </code>
              )}
            </span>
            <span className="numeric">{formatBytes(size)}</span>
          </li>
        ))}
      </ul>
      {whole && cut !== undefined && <p className="asked-hint">{cut}</p>}
      {whole && (
        <div className="asked-keep">
          <Button icon={<Copy className="icon-16" />} onClick={() => void copy()}>
            {t('asked.copy')}
          </Button>
          <Button icon={<FileDown className="icon-16" />} onClick={() => saveReceipt(asked)}>
            {t('asked.save')}
          </Button>
          <Button icon={<Printer className="icon-16" />} onClick={() => print()}>
            {t('asked.print')}
          </Button>
        </div>
      )}
    </section>
  );
};
