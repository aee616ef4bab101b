import './choice-cards.css';
import { useId, type ReactNode } from 'react';

export interface ChoiceCard<Value extends string> {
  readonly value: Value;
  readonly title: ReactNode;
  /** A sentence about its meaning. */
  readonly text: string;
}

interface ChoiceCardsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly ChoiceCard<Value>[];
  readonly disabled?: boolean;
  readonly onChoose: (value: Value) => void;
}

/** One of a few, each with a sentence about it: radio buttons as cards. */
export const ChoiceCards = <Value extends string>({
  label,
  value,
  choices,
  disabled = false,
  onChoose,
}: ChoiceCardsProps<Value>) => {
  const id = useId();
  return (
    <div className="choice-cards" role="radiogroup" aria-label={label}>
      {choices.map((choice) => {
        const choiceId = `${id}-${choice.value}`;
        return (
          <div key={choice.value} className="choice-card">
            <input
              type="radio"
              id={choiceId}
              name={id}
              value={choice.value}
              checked={choice.value === value}
              disabled={disabled}
              aria-describedby={`${choiceId}-text`}
              onChange={() => onChoose(choice.value)}
            />
            <div>
              <label htmlFor={choiceId}>{choice.title}</label>
              <p id={`${choiceId}-text`}>{choice.text}</p>
            </div>
          </div>
        );
      })}
    </div>
  );
};
