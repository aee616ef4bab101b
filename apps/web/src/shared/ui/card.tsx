import './card.css';
import { useId, type ComponentType, type ReactNode } from 'react';
import { FieldError } from './field-error.tsx';

interface CardProps {
  readonly title?: string;
  /** Stands at the end of the title's line. */
  readonly end?: ReactNode;
  /** Adds room around content that is not made of rows. */
  readonly padded?: boolean;
  readonly children: ReactNode;
}

/** A sheet for things that belong together. */
export const Card = ({ title, end, padded = false, children }: CardProps) => {
  const id = useId();
  return (
    <section className="card" data-padded={padded || undefined} aria-labelledby={title ? id : undefined}>
      {title && (
        <div className="card-header">
          <h2 id={id}>{title}</h2>
          <span className="spacer" />
          {end}
        </div>
      )}
      {children}
    </section>
  );
};

/** Attributes that tie a control to its row. */
export interface FieldProps {
  readonly id: string;
  readonly 'aria-labelledby': string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

interface CardRowProps {
  readonly label: string;
  /** A sentence below the label. */
  readonly help?: ReactNode;
  /** Stands below the control, is tied to it and spoken when it appears. */
  readonly error?: string | undefined;
  /** The outcome, below the control. */
  readonly below?: ReactNode;
  /** Stands beside the control: that it is saved. */
  readonly status?: ReactNode;
  /** The control; a function is given what ties it to its row. */
  readonly children: ReactNode | ((field: FieldProps) => ReactNode);
}

/** Draws a field of a form that settings and the wizard share: as a row of a card, or below its label. */
export type FieldRow = ComponentType<Pick<CardRowProps, 'label' | 'help' | 'error' | 'children'>>;

/** A setting: what it is at the left, the control at the right; one below the other where there is no room. */
export const CardRow = ({ label, help, error, below, status, children }: CardRowProps) => {
  const id = useId();
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  const isField = typeof children === 'function';
  const Label = isField ? 'label' : 'span';
  return (
    <div className="card-row">
      <div className="card-row-text">
        <Label className="card-row-label" id={`${id}-label`} htmlFor={isField ? id : undefined}>
          {label}
        </Label>
        {help && <p id={`${id}-help`}>{help}</p>}
      </div>
      <div className="card-row-control">
        <div className="card-row-line">
          {isField
            ? children({
                id,
                'aria-labelledby': `${id}-label`,
                'aria-describedby': described || undefined,
                'aria-invalid': error ? true : undefined,
              })
            : children}
          {status}
        </div>
        {below}
        {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      </div>
    </div>
  );
};
