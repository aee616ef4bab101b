import './choice-list.css';

export interface Choice<Value extends string> {
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
export const ChoiceList = <Value extends string>({ choices, onChoose }: ChoiceListProps<Value>) => (
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
