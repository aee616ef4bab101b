import { useId, type ReactNode } from 'react';

/** What ties a control to its option. */
export interface OptionIds {
  readonly 'aria-labelledby': string;
  readonly 'aria-describedby': string;
}

interface ShareOptionProps {
  readonly icon: ReactNode;
  readonly label: string;
  /** How it is set, in words. */
  readonly text: ReactNode;
  /** Stands at the end of the line. */
  readonly control: (ids: OptionIds) => ReactNode;
  /** Stands below the line. */
  readonly children?: ReactNode;
}

/** One thing that a link does or does not: what it is, how it is set, and a control. */
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
