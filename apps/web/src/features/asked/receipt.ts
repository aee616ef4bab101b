import { text } from '#shared/i18n/messages.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { formatExactTime } from '#shared/lib/format-time.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { ownerNameOf, type Asked } from './asked.queries.ts';

/** Bytes of files together. */
export const sizeOf = ({ relationships }: Asked): number =>
  relationships.received.data.reduce((sum, { size }) => sum + size, 0);

/** The receipt as text: what was sent, when, and checksums that prove it. */
export const receiptText = (asked: Asked): string => {
  const heading = text('asked.receipt_of', { name: asked.attributes.name, owner: ownerNameOf(asked) });
  const files = asked.relationships.received.data.map(({ name, size, sha256, at }) =>
    [honestName(name), `${formatBytes(size)} · ${formatExactTime(at)}`, `SHA-256 ${sha256}`].join('\n'),
  );
  return `${[heading, location.href, ...files].join('\n\n')}\n`;
};

/** Has the browser save the receipt as a file. */
export const saveReceipt = (asked: Asked): void => {
  const address = URL.createObjectURL(new Blob([receiptText(asked)], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${text('asked.receipt')}.txt`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address));
};
