import './file-request-page.css';
import { CircleCheck, Copy, FileDown, Printer } from 'lucide-react';
import { text } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { copyText } from '#shared/lib/copy-text.ts';
import { fileKind } from '#shared/lib/file-kind.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { formatExactTime } from '#shared/lib/format-time.ts';
import { saveText } from '#shared/lib/save-text.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { Button } from '#shared/ui/button.tsx';
import { FileName } from '#shared/ui/file-name.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { type OpenedFileRequest, ownerText } from '../file-request.queries.ts';

/** Rows drawn while files arrive, since a visit may send thousands. */
const rowsAtMost = 200;

interface ReceiptProps {
  readonly request: OpenedFileRequest;
  /** Shows checksums and offers the receipt as a file. */
  readonly whole: boolean;
}

/** Returns a note where a receipt lists only a part of very many files. */
const cutOf = ({ relationships: { received } }: OpenedFileRequest): string | undefined =>
  received.data.length < received.meta.count
    ? text('file_request.received_cut', { count: received.data.length })
    : undefined;

/** Formats the receipt as text: files, times, and checksums as proof. */
const receiptText = (request: OpenedFileRequest): string => {
  const heading = ownerText(request, 'receipt_of', { name: request.attributes.name });
  const files = request.relationships.received.data.map(({ name, size, sha256, at }) =>
    [honestName(name), `${formatBytes(size)} · ${formatExactTime(at)}`, `SHA-256 ${sha256}`].join('\n'),
  );
  const cut = cutOf(request);
  return `${[heading, location.href, ...files, ...(cut === undefined ? [] : [cut])].join('\n\n')}\n`;
};

/** Saves the receipt as a file in the browser. */
const saveReceipt = (request: OpenedFileRequest): void =>
  saveText(`${text('file_request.receipt')}.txt`, receiptText(request));

/** Lists the files sent in this visit. */
export const Receipt = ({ request, whole }: ReceiptProps) => {
  const t = useText();
  const { data: files, meta } = request.relationships.received;
  if (files.length === 0) return null;
  const cut = cutOf(request);
  const rows = whole ? files : files.slice(-rowsAtMost);
  const copy = async (): Promise<void> => {
    if (await copyText(receiptText(request)))
      showToast({ type: 'success', message: t('file_request.receipt_copied') });
    else showToast({ type: 'danger', message: t('copy.failed') });
  };
  return (
    <section className="file-request-receipt" aria-labelledby="file-request-receipt">
      <div className="file-request-receipt-head">
        <h2 id="file-request-receipt">{t(whole ? 'file_request.receipt' : 'file_request.received')}</h2>
        <span className="numeric">
          {t('file_request.received_summary', { count: meta.count, size: formatBytes(meta.size) })}
        </span>
      </div>
      {whole && <p className="file-request-hint">{t('file_request.receipt_text')}</p>}
      {rows.length < files.length && (
        <p className="file-request-hint">{t('file_request.latest', { count: rows.length })}</p>
      )}
      <ul>
        {rows.map(({ name, size, sha256, at }) => (
          <li key={`${at} ${name} ${sha256}`} data-kind={fileKind(name, null)}>
            <CircleCheck className="icon-16" />
            <span className="file-request-file">
              <FileName name={name} />
              {whole && (
                <code aria-label={t('file_request.sha256', { name })} title="SHA-256">
                  {sha256}
                </code>
              )}
            </span>
            <span className="numeric">{formatBytes(size)}</span>
          </li>
        ))}
      </ul>
      {whole && cut !== undefined && <p className="file-request-hint">{cut}</p>}
      {whole && (
        <div className="file-request-keep">
          <Button icon={<Copy className="icon-16" />} onClick={() => void copy()}>
            {t('file_request.copy')}
          </Button>
          <Button icon={<FileDown className="icon-16" />} onClick={() => saveReceipt(request)}>
            {t('file_request.save')}
          </Button>
          <Button icon={<Printer className="icon-16" />} onClick={() => print()}>
            {t('file_request.print')}
          </Button>
        </div>
      )}
    </section>
  );
};
