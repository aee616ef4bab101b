import { useText } from '#shared/i18n/use-text.ts';
import { useStore } from '#shared/lib/store.ts';
import { useKeepsVersions } from '#shared/session/use-keeps-versions.ts';
import { ConflictPopup } from '#shared/ui/conflict.popup.tsx';
import { usePopupQueue } from '#shared/ui/use-popup-queue.ts';
import { loadEngine } from '../start-uploads.ts';
import { folderOf, isSettled, type ConflictDecision, type UploadEntry } from '../upload-entry.ts';
import { uploads } from '../uploads.store.ts';

const choices: readonly ConflictDecision[] = ['keep_both', 'replace', 'skip'];

interface QuestionProps {
  readonly entry: UploadEntry;
  /** The number of further uploads that may meet a taken name. */
  readonly others: number;
}

const Question = ({ entry, others }: QuestionProps) => {
  const { id, name, size, lastModified, existing } = entry;
  const t = useText();
  const keepsVersions = useKeepsVersions();
  const folder = folderOf(entry.path);
  const isFolder = existing?.type === 'folder';
  const answer = (choice: ConflictDecision, forAll: boolean): void => {
    void loadEngine().then((engine) => engine.answer(id, choice, forAll));
  };
  return (
    <ConflictPopup
      title={t(isFolder ? 'uploads.conflict.title_folder' : 'uploads.conflict.title', { name })}
      about={folder === '' ? undefined : t('uploads.conflict.in_folder', { folder })}
      sides={
        existing && !isFolder
          ? [
              { label: t('uploads.conflict.existing'), size: existing.size, changed: existing.modified_at },
              {
                label: t('uploads.conflict.new'),
                size,
                changed: lastModified === undefined ? undefined : new Date(lastModified).toISOString(),
              },
            ]
          : undefined
      }
      choices={choices
        .filter((value) => value !== 'replace' || !isFolder)
        .map((value) => ({
          value,
          label: t(`conflict.${value}`),
          hint: t(
            value === 'replace' && !keepsVersions
              ? 'uploads.conflict.replace.hint_gone'
              : `uploads.conflict.${value}.hint`,
          ),
        }))}
      others={others}
      onAnswer={answer}
      onClose={() => answer('skip', false)}
    />
  );
};

/** Asks how to resolve a taken name; one question at a time. */
export const NameConflictPopup = () => {
  const { entries } = useStore(uploads);
  const isTurn = usePopupQueue();
  const entry = entries.find(({ state }) => state === 'asking');
  if (entry === undefined || !isTurn) return null;
  const others = entries.filter((other) => !isSettled(other)).length - 1;
  return <Question key={entry.id} entry={entry} others={others} />;
};
