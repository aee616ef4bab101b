import './clash.popup.css';
import { useId, useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { formatLongDate } from '#shared/lib/format-time.ts';
import { useStore } from '#shared/lib/store.ts';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import { ChoiceList } from '#shared/ui/choice-list.tsx';
import { Popup } from '#shared/ui/popup.tsx';
import { useTurn } from '#shared/ui/use-turn.ts';
import { loadEngine } from '../start-uploads.ts';
import { folderOf, isSettled, type ClashChoice, type UploadEntry } from '../upload-entry.ts';
import { uploads } from '../uploads.store.ts';

const choices: readonly ClashChoice[] = ['keep_both', 'replace', 'skip'];

interface SideProps {
  readonly label: string;
  /** Size and time of change, as far as they are known. */
  readonly facts: readonly (string | undefined)[];
}

const Side = ({ label, facts }: SideProps) => (
  <div className="clash-side">
    <b>{label}</b>
    <span className="numeric">{facts.filter((fact) => fact !== undefined).join(' · ')}</span>
  </div>
);

interface QuestionProps {
  readonly entry: UploadEntry;
  /** How many more may meet a taken name. */
  readonly others: number;
}

const Question = ({ entry, others }: QuestionProps) => {
  const { id, name, size, lastModified, existing } = entry;
  const t = useText();
  const [forAll, setForAll] = useState(false);
  const forAllId = useId();
  const folder = folderOf(entry.path);
  const folderId = useId();
  const isFolder = existing?.type === 'folder';
  const answer = (choice: ClashChoice): void => {
    void loadEngine().then((engine) => engine.answer(id, choice, forAll));
  };
  return (
    <Popup
      title={t(isFolder ? 'uploads.clash.title_folder' : 'uploads.clash.title', { name })}
      {...(folder !== '' && { describedBy: folderId })}
      onClose={() => answer('skip')}
    >
      <div className="popup-content clash">
        {folder !== '' && (
          <p id={folderId} className="muted clash-folder">
            {t('uploads.clash.in_folder', { folder })}
          </p>
        )}
        {existing && !isFolder && (
          <div className="clash-sides">
            <Side
              label={t('uploads.clash.existing')}
              facts={[
                existing.size === null ? undefined : formatBytes(existing.size),
                formatLongDate(existing.updated_at),
              ]}
            />
            <Side
              label={t('uploads.clash.new')}
              facts={[
                formatBytes(size),
                lastModified === undefined ? undefined : formatLongDate(new Date(lastModified).toISOString()),
              ]}
            />
          </div>
        )}
        <ChoiceList
          choices={choices
            .filter((value) => value !== 'replace' || !isFolder)
            .map((value) => ({
              value,
              label: t(`uploads.clash.${value}`),
              hint: t(`uploads.clash.${value}.hint`),
            }))}
          onChoose={answer}
        />
        {others > 0 && (
          <label className="clash-all" htmlFor={forAllId}>
            <Checkbox
              id={forAllId}
              checked={forAll}
              onChange={({ currentTarget }) => setForAll(currentTarget.checked)}
            />
            {t('uploads.clash.for_all', { count: others })}
          </label>
        )}
      </div>
    </Popup>
  );
};

/** Asks what becomes of a file whose name is taken; one question at a time. */
export const ClashPopup = () => {
  const { entries } = useStore(uploads);
  const isTurn = useTurn();
  const entry = entries.find(({ state }) => state === 'asking');
  if (entry === undefined || !isTurn) return null;
  const others = entries.filter((other) => !isSettled(other)).length - 1;
  return <Question key={entry.id} entry={entry} others={others} />;
};
