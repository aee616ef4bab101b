import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import type { Language } from '@holdall/contract/admin-languages';
import { Download, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { addressIn } from '#shared/api/address.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { text } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { openAlert } from '#shared/ui/alert.ts';
import { Button } from '#shared/ui/button.tsx';
import { ConfirmPopup } from '#shared/ui/confirm.popup.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { UnreadableFileError, useImport, useMakeDefault, useRemoveLanguage } from '../languages.mutations.ts';

interface LanguageActionsProps {
  readonly language: Language;
  /** Called after the language was deleted. */
  readonly onRemoved: () => void;
}

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
const reportImport = (imported: Imported): void => {
  const { saved } = imported;
  showToast({
    type: 'success',
    message: saved > 0 ? text('languages.imported', { count: saved }) : text('languages.imported_none'),
  });
  const sentences = leftOut(imported);
  if (sentences.length > 0)
    openAlert({ title: text('languages.import_title'), message: sentences.join(' ') });
};

/** Actions on a whole language. */
export const LanguageActions = ({ language, onRemoved }: LanguageActionsProps) => {
  const t = useText();
  const { id } = language;
  const { name, default: isDefault } = language.attributes;
  const picker = useRef<HTMLInputElement>(null);
  const [isAsking, setAsking] = useState(false);
  const onError = (error: Error): void =>
    openAlert({
      title: t('popup_error.title'),
      message: error instanceof UnreadableFileError ? t('languages.import_unreadable') : errorText(error),
    });
  const take = useImport(id);
  const makeDefault = useMakeDefault(id);
  const remove = useRemoveLanguage(id);
  return (
    <div className="language-actions">
      <a
        className="button"
        data-look="secondary"
        data-size="medium"
        href={addressIn(adminEndpoints.exportLanguage, { id })}
        download
      >
        <span className="button-content">
          <Download className="icon-16" />
          {t('languages.export')}
        </span>
      </a>
      <input
        ref={picker}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label={t('languages.import')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = '';
          if (file) take.mutate(file, { onSuccess: reportImport, onError });
        }}
      />
      <Button
        icon={<Upload className="icon-16" />}
        busy={take.isPending}
        onClick={() => picker.current?.click()}
      >
        {t('languages.import')}
      </Button>
      {!isDefault && (
        <Button busy={makeDefault.isPending} onClick={() => makeDefault.mutate(undefined, { onError })}>
          {t('languages.make_default')}
        </Button>
      )}
      {id !== 'en' && (
        <Button look="danger-text" onClick={() => setAsking(true)}>
          {t('languages.remove')}
        </Button>
      )}
      {isAsking && (
        <ConfirmPopup
          title={t('languages.remove_title', { name })}
          message={t('languages.remove_text')}
          action={t('languages.remove')}
          busy={remove.isPending}
          onConfirm={() =>
            remove.mutate(undefined, {
              onSuccess: () => {
                setAsking(false);
                showToast({ type: 'success', message: t('languages.removed', { name }) });
                onRemoved();
              },
              onError,
            })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
};
