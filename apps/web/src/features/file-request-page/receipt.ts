import { text } from '#shared/i18n/messages.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { formatExactTime } from '#shared/lib/format-time.ts';
import { saveText } from '#shared/lib/save-text.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { ownerText, type OpenedFileRequest } from './file-request.queries.ts';

/** Returns a note where a receipt lists only a part of very many files. */
export const cutOf = ({ relationships: { received } }: OpenedFileRequest): string | undefined =>
  received.data.length < received.meta.count
    ? text('file_request.received_cut', { count: received.data.length })
    : undefined;

/** Formats the receipt as text: files, times, and checksums as proof. */
export const receiptText = (request: OpenedFileRequest): string => {
  const heading = ownerText(request, 'receipt_of', { name: request.attributes.name });
  const files = request.relationships.received.data.map(({ name, size, sha256, at }) =>
    [honestName(name), `${formatBytes(size)} · ${formatExactTime(at)}`, `SHA-256 ${sha256}`].join('\n'),
  );
  const cut = cutOf(request);
  return `${[heading, location.href, ...files, ...(cut === undefined ? [] : [cut])].join('\n\n')}\n`;
};

/** Saves the receipt as a file in the browser. */
export const saveReceipt = (request: OpenedFileRequest): void =>
  saveText(`${text('file_request.receipt')}.txt`, receiptText(request));
