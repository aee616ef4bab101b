import './password-field.css';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { IconButton } from './icon-button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';
import { TextInput, type TextInputProps } from './text-input.tsx';

/** The properties of a password box that can be shown. */
const usePassword = () => {
  const t = useText();
  const [visible, setVisible] = useState(false);
  return {
    autoCapitalize: 'none',
    autoCorrect: 'off',
    spellCheck: false,
    type: visible ? 'text' : 'password',
    end: (
      <IconButton
        size="small"
        className="password-eye"
        label={t(visible ? 'sign_in.hide_password' : 'sign_in.show_password')}
        icon={visible ? <EyeOff /> : <Eye />}
        onClick={() => setVisible(!visible)}
      />
    ),
  } as const satisfies TextInputProps;
};

/** A box for a password, which can be shown; its label is the caller's. */
export const PasswordInput = (props: Omit<TextInputProps, 'type' | 'end'>) => {
  const { end, ...password } = usePassword();
  return <TextInput {...props} {...password} end={props.disabled ? undefined : end} />;
};

/** A field for a password, which can be shown. */
export const PasswordField = (props: Omit<TextFieldProps, 'type' | 'end'>) => (
  <div className="password-field">
    <TextField size="large" {...props} {...usePassword()} />
  </div>
);
