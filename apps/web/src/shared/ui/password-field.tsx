import './password-field.css';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { IconButton } from './icon-button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** A field for a password, which can be shown. */
export const PasswordField = (props: Omit<TextFieldProps, 'type' | 'end'>) => {
  const t = useText();
  const [visible, setVisible] = useState(false);
  return (
    <div className="password-field">
      <TextField
        size="large"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...props}
        type={visible ? 'text' : 'password'}
        end={
          <IconButton
            size="small"
            label={t(visible ? 'sign_in.hide_password' : 'sign_in.show_password')}
            icon={visible ? <EyeOff /> : <Eye />}
            onClick={() => setVisible(!visible)}
          />
        }
      />
    </div>
  );
};
