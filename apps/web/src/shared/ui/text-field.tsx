import './text-field.css';
import { CircleAlert } from 'lucide-react';
import { useId, type ComponentProps, type ReactNode } from 'react';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'size'> {
  readonly label: string;
  /** Stands under the field, is tied to it and spoken when it appears. */
  readonly error?: string | undefined;
  readonly size?: 'medium' | 'large';
  /** Drawn inside the field, at its end. */
  readonly end?: ReactNode;
}

export const TextField = ({ label, error, size = 'medium', end, ...rest }: TextFieldProps) => {
  const id = useId();
  return (
    <div className="text-field" data-size={size}>
      <label htmlFor={id}>{label}</label>
      <span className="text-field-box" data-invalid={error ? true : undefined}>
        <input
          {...rest}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {end}
      </span>
      {error && (
        <p id={`${id}-error`} className="text-field-error" role="alert">
          <CircleAlert className="icon-14" />
          {error}
        </p>
      )}
    </div>
  );
};
