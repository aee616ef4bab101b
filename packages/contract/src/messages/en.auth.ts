export const authMessages = {
  'sign_in.email': 'E-mail',
  'sign_in.email_invalid': 'Enter a valid e-mail, like name@example.com',
  'sign_in.hide_password': 'Hide password',
  'sign_in.password': 'Password',
  'sign_in.password_missing': 'Enter your password.',
  'sign_in.remember': 'Keep me signed in',
  'sign_in.show_password': 'Show password',
  'sign_in.submit': 'Sign in',
  'sign_in.text': 'Sign in to your files.',
  'sign_in.title': 'Welcome back',
  'sign_in.unreachable': 'The server can’t be reached. Check your connection and try again.',
} as const;
