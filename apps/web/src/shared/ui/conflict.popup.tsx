import './conflict.popup.css';
import { useId, useState, type ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { formatLongDate } from '#shared/lib/format-time.ts';
import { Checkbox } from './checkbox.tsx';
import { Popup } from './popup.tsx';

/** One of the two files that bear the name. */
export interface ConflictSide {
  readonly label: string;
  /** Bytes; null where they are not known. */
  readonly size: number | null;
  /** The time of its last change: an ISO 8601 date. */
  readonly changed: string | undefined;
}

interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** A sentence about where it leads. */
  readonly hint: string;
}

interface ChoiceListProps<Value extends string> {
  readonly choices: readonly Choice<Value>[];
  readonly onChoose: (value: Value) => void;
}

/** A popup gives the focus to what bears this; the `autoFocus` of React comes before the popup is open. */
const markFirst = (button: HTMLButtonElement | null): void => button?.setAttribute('autofocus', '');

/** Answers to a question, each with its consequence; one press answers. */
const ChoiceList = <Value extends string>({ choices, onChoose }: ChoiceListProps<Value>) => (
  <div className="choice-list">
    {choices.map(({ value, label, hint }, at) => (
      <button
        key={value}
        ref={at === 0 ? markFirst : undefined}
        type="button"
        onClick={() => onChoose(value)}
      >
        <b>{label}</b>
        <span>{hint}</span>
      </button>
    ))}
  </div>
);

interface ConflictPopupProps<Value extends string> {
  readonly title: string;
  /** Its location, if the title leaves that open. */
  readonly about?: string | undefined;
  /** Facts that tell the two apart; folders have none. */
  readonly sides?: readonly ConflictSide[] | undefined;
  readonly choices: readonly Choice<Value>[];
  /** The number of other items that may meet a taken name. */
  readonly others: number;
  readonly onAnswer: (choice: Value, forAll: boolean) => void;
  readonly onClose: () => void;
  /** Its foot. */
  readonly children?: ReactNode;
}

/** Asks what becomes of an item whose name is taken, and whether the same holds for those that follow. */
export const ConflictPopup = <Value extends string>({
  title,
  about,
  sides,
  choices,
  others,
  onAnswer,
  onClose,
  children,
}: ConflictPopupProps<Value>) => {
  const t = useText();
  const [forAll, setForAll] = useState(false);
  const id = useId();
  return (
    <Popup title={title} {...(about !== undefined && { describedBy: `${id}-about` })} onClose={onClose}>
      <div className="popup-content conflict">
        {about !== undefined && (
          <p id={`${id}-about`} className="muted conflict-folder">
            {about}
          </p>
        )}
        {sides && (
          <div className="conflict-sides">
            {sides.map(({ label, size, changed }) => (
              <div key={label} className="conflict-side">
                <b>{label}</b>
                <span className="numeric">
                  {[
                    size === null ? undefined : formatBytes(size),
                    changed === undefined ? undefined : formatLongDate(changed),
                  ]
                    .filter((fact) => fact !== undefined)
                    .join(' · ')}
                </span>
              </div>
            ))}
          </div>
        )}
        <ChoiceList choices={choices} onChoose={(choice) => onAnswer(choice, forAll)} />
        {others > 0 && (
          <label className="conflict-all" htmlFor={`${id}-all`}>
            <Checkbox
              id={`${id}-all`}
              checked={forAll}
              onChange={({ currentTarget }) => setForAll(currentTarget.checked)}
            />
            {t('conflict.for_all', { count: others })}
          </label>
        )}
      </div>
      {children}
    </Popup>
  );
};
