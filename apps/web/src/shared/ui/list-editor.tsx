import './list-editor.css';
import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from './button.tsx';
import type { FieldProps } from './card.tsx';
import { announce } from './live-region.tsx';
import { TextInput } from './text-input.tsx';

interface ListEditorProps extends Partial<FieldProps> {
  readonly entries: readonly string[];
  readonly placeholder?: string;
  /** Returns an entry as it is kept; undefined for text that is none. */
  readonly read: (written: string) => string | undefined;
  readonly onChange: (entries: readonly string[]) => void;
  /** Something else stands in the field. */
  readonly onWritten?: () => void;
  /** Called with input that is no entry. */
  readonly onRefused: (written: string) => void;
}

/** A list of short words: Enter, a comma or the button adds one, its cross or Backspace takes it away. */
export const ListEditor = ({
  entries,
  placeholder,
  read,
  onChange,
  onWritten,
  onRefused,
  ...field
}: ListEditorProps) => {
  const t = useText();
  const [written, setWritten] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const add = (): void => {
    const words = written.split(/[,\s]+/).filter(Boolean);
    if (words.length === 0) return;
    const found = words.map((word) => [word, read(word)] as const);
    const refused = found.find(([, entry]) => entry === undefined);
    if (refused) return onRefused(refused[0]);
    const added = found.flatMap(([, entry]) => entry ?? []);
    onChange([...new Set([...entries, ...added])]);
    setWritten('');
  };
  const remove = (entry: string): void => {
    onChange(entries.filter((other) => other !== entry));
    announce(t('list.removed', { entry }));
    input.current?.focus();
  };
  return (
    <div className="list-editor">
      {entries.length > 0 && (
        <ul>
          {entries.map((entry) => (
            <li key={entry}>
              {entry}
              <button type="button" aria-label={t('list.remove', { entry })} onClick={() => remove(entry)}>
                <X className="icon-14" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <span className="list-editor-line">
        <TextInput
          {...field}
          ref={input}
          value={written}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ currentTarget }) => {
            setWritten(currentTarget.value);
            onWritten?.();
          }}
          onBlur={add}
          onKeyDown={(event) => {
            const last = entries.at(-1);
            if (event.key === 'Enter' || event.key === ',') {
              event.preventDefault();
              add();
            } else if (event.key === 'Backspace' && written === '' && last !== undefined) remove(last);
          }}
        />
        <Button icon={<Plus className="icon-16" />} onClick={add}>
          {t('list.add')}
        </Button>
      </span>
    </div>
  );
};
