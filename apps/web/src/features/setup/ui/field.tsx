import './field.css';
import { Lock } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import type { FieldProps } from '#shared/ui/card.tsx';
import { FieldError } from '#shared/ui/field-error.tsx';
import { Switch } from '#shared/ui/switch.tsx';

interface SetupFieldProps {
  readonly label: string;
  /** A sentence below the control. */
  readonly help?: ReactNode;
  /** Error that replaces the help, describes the control and is announced. */
  readonly error?: string | undefined;
  /** The control; a function receives the attributes that link it to its label. */
  readonly children: ReactNode | ((field: FieldProps) => ReactNode);
}

/** Label with a control below it. */
export const SetupField = ({ label, help, error, children }: SetupFieldProps) => {
  const id = useId();
  const isField = typeof children === 'function';
  return (
    <div className="setup-field">
      {isField ? (
        <label id={`${id}-label`} htmlFor={id}>
          {label}
        </label>
      ) : (
        <span className="setup-field-label">{label}</span>
      )}
      {isField
        ? children({
            id,
            'aria-labelledby': `${id}-label`,
            'aria-describedby': (error && `${id}-error`) || (help && `${id}-help`) || undefined,
            'aria-invalid': error ? true : undefined,
          })
        : children}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {!error && help && (
        <p id={`${id}-help`} className="setup-hint">
          {help}
        </p>
      )}
    </div>
  );
};

interface SetupSwitchProps {
  readonly label: string;
  readonly hint: string;
  readonly checked: boolean;
  readonly onSwitch: (on: boolean) => void;
}

/** Switch with an explanation. */
export const SetupSwitch = ({ label, hint, checked, onSwitch }: SetupSwitchProps) => {
  const id = useId();
  return (
    <div className="setup-switch">
      <div>
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-hint`} className="setup-hint">
          {hint}
        </p>
      </div>
      <Switch id={id} aria-describedby={`${id}-hint`} checked={checked} onSwitch={onSwitch} />
    </div>
  );
};

/** Note that a value is decided elsewhere. */
export const Locked = ({ children }: { readonly children: ReactNode }) => (
  <p className="setup-locked">
    <Lock />
    {children}
  </p>
);
