import { useText } from '#shared/i18n/use-text.ts';
import { TextField, type TextFieldProps } from '#shared/ui/text-field.tsx';

/** Field for the sign-in address. */
export const EmailField = (props: Pick<TextFieldProps, 'defaultValue' | 'error' | 'onChange'>) => (
  <TextField
    {...props}
    label={useText()('sign_in.email')}
    name="email"
    type="email"
    size="large"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
  />
);
