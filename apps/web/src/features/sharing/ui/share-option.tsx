import { useId, type ReactNode } from 'react';

/** Attributes that link a control to its option. */
export interface OptionIds {
  readonly 'aria-labelledby': string;
  readonly 'aria-describedby': string;
}

interface ShareOptionProps {
  readonly icon: ReactNode;
  readonly label: string;
  /** Description of the current value. */
  readonly text: ReactNode;
  /** Shown at the end of the line. */
  readonly control: (ids: OptionIds) => ReactNode;
  /** Shown below the line. */
  readonly children?: ReactNode;
}

/** Option of a link: its name, value and control. */
export const ShareOption = ({ icon, label, text, control, children }: ShareOptionProps) => {
  const id = useId();
  return (
    <div className="share-option">
      <div className="share-option-line">
        {icon}
        <div>
          <span id={`${id}-label`}>{label}</span>
          <p id={`${id}-text`} className="numeric">
            {text}
          </p>
        </div>
        {control({ 'aria-labelledby': `${id}-label`, 'aria-describedby': `${id}-text` })}
      </div>
      {children && <div className="share-option-body">{children}</div>}
    </div>
  );
};
