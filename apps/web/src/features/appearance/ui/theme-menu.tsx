import { Monitor, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ThemeMode } from '@holdall/contract/users';
import { useText } from '#shared/i18n/use-text.ts';
import { useStore } from '#shared/lib/store.ts';
import { Menu, type MenuTriggerProps } from '#shared/ui/menu.tsx';
import { themeModes } from '../theme-modes.ts';
import { chooseTheme, themeMode, toggleTheme } from '../theme.store.ts';

export const themeIcons: Readonly<Record<ThemeMode, ReactNode>> = {
  light: <Sun />,
  dark: <Moon />,
  system: <Monitor />,
};

/** The icon of the chosen theme. */
export const ThemeIcon = () => themeIcons[useStore(themeMode)];

interface ThemeMenuProps {
  readonly trigger: (props: MenuTriggerProps) => ReactNode;
  readonly align?: 'start' | 'end';
}

/** One press toggles light and dark; the menu also offers the device's preference. */
export const ThemeMenu = ({ trigger, align }: ThemeMenuProps) => {
  const t = useText();
  const chosen = useStore(themeMode);
  return (
    <Menu
      trigger={trigger}
      onPress={toggleTheme}
      {...(align && { align })}
      items={themeModes.map((mode) => ({
        id: mode,
        label: t(`theme.${mode}`),
        icon: themeIcons[mode],
        checked: mode === chosen,
        onSelect: () => chooseTheme(mode),
      }))}
    />
  );
};
