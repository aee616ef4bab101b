import type { FilesActionsProps } from './files.actions.tsx';
import { HomeAdd } from './home-add.tsx';
import { MobileAdd } from './mobile-add.tsx';

interface SmallAddProps extends FilesActionsProps {
  /** Nothing can be added to the folder that is shown. */
  readonly takesNothing: boolean;
}

/** The + of small windows in Files: it adds to the folder that is shown, or where that takes nothing to Home. */
export const SmallAdd = ({ takesNothing, ...adding }: SmallAddProps) =>
  takesNothing ? <HomeAdd /> : <MobileAdd {...adding} />;
