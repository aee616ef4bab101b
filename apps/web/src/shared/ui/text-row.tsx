import type { FieldRow } from './card.tsx';
import { PasswordInput } from './password-field.tsx';
import { TextInput, type TextInputProps } from './text-input.tsx';

interface TextRowProps extends Omit<TextInputProps, 'onChange' | 'end'> {
  readonly Row: FieldRow;
  readonly label: string;
  readonly help?: string | undefined;
  readonly error: string | undefined;
  readonly onWrite: (written: string) => void;
}

/** A text that machines read: browsers neither complete, capitalise nor correct it. */
export const TextRow = ({ Row, label, help, error, onWrite, ...input }: TextRowProps) => {
  const Input = input.type === 'password' ? PasswordInput : TextInput;
  return (
    <Row {...{ label, help, error }}>
      {(field) => (
        <Input
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...field}
          {...input}
          onChange={({ currentTarget }) => onWrite(currentTarget.value)}
        />
      )}
    </Row>
  );
};
