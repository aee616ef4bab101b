import { useId } from 'react';
import { FieldError } from './field-error.tsx';
import { TextInput, type TextInputProps } from './text-input.tsx';

export interface TextFieldProps extends TextInputProps {
  readonly label: string;
  /** Stands under the field, is tied to it and spoken when it appears. */
  readonly error?: string | undefined;
}

/** A box to write into, below its label. */
export const TextField = ({ label, error, ...rest }: TextFieldProps) => {
  const id = useId();
  return (
    <div className="text-field">
      <label htmlFor={id}>{label}</label>
      <TextInput
        {...rest}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : rest['aria-describedby']}
      />
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
};
