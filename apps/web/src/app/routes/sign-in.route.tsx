import { SignInScreen } from '#screens/sign-in.screen.tsx';
import { useFollowedConfig } from './use-followed-config.ts';

/** `/`: signing in, on a page that is drawn as the settings are now. */
export const SignInRoute = () => {
  useFollowedConfig();
  return <SignInScreen />;
};
