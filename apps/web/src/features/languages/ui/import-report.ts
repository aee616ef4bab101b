import { text } from '#shared/i18n/messages.ts';
import { openAlert } from '#shared/ui/alert.ts';
import { showToast } from '#shared/ui/toast.ts';

interface Imported {
  readonly saved: number;
  readonly unknown: readonly string[];
  readonly refused: readonly { readonly key: string; readonly reason: string }[];
}

/** Most refused texts that are listed one by one. */
const listedAtMost = 5;

/** Formats the refused texts of an import as sentences. */
const leftOut = ({ unknown, refused }: Imported): string[] => [
  ...refused.slice(0, listedAtMost).map((one) => text('languages.import_refused', one)),
  ...(refused.length > listedAtMost
    ? [text('languages.import_refused_more', { count: refused.length - listedAtMost })]
    : []),
  ...(unknown.length > 0 ? [text('languages.import_left_out', { count: unknown.length })] : []),
];

/** Reports the result of an import. */
export const reportImport = (imported: Imported): void => {
  const { saved } = imported;
  showToast({
    type: 'success',
    message: saved > 0 ? text('languages.imported', { count: saved }) : text('languages.imported_none'),
  });
  const sentences = leftOut(imported);
  if (sentences.length > 0)
    openAlert({ title: text('languages.import_title'), message: sentences.join(' ') });
};
