import { LayoutGrid, List, Smile } from 'lucide-react';
import { useOwnSetting } from '#features/account/use-own-setting.ts';
import { themeModes } from '#features/appearance/theme-modes.ts';
import { chooseTheme, themeMode } from '#features/appearance/theme.store.ts';
import { themeIcons } from '#features/appearance/ui/theme-menu.tsx';
import { viewType } from '#features/files/listing/view.store.ts';
import { SaveStatus } from '#shared/autosave/save-status.tsx';
import { useConfig } from '#shared/config/config.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useStore } from '#shared/lib/store.ts';
import { Card, CardRow } from '#shared/ui/card.tsx';
import { Emoji } from '#shared/ui/emoji.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';

/** The pictures of emoji: Twemoji’s, or the device’s own. */
const EmojiRow = () => {
  const t = useText();
  const usual = useConfig(({ defaultEmoji }) => defaultEmoji);
  const { value, change, state, error } = useOwnSetting('emoji_type');
  return (
    <CardRow
      label={t('profile.emoji')}
      help={t('profile.emoji_help')}
      error={error}
      status={<SaveStatus state={state} />}
    >
      <Segmented
        label={t('profile.emoji')}
        value={value ?? usual}
        segments={[
          { value: 'twemoji', label: t('profile.emoji_twemoji'), icon: <Emoji value="🎉" size={16} /> },
          { value: 'applemoji', label: t('profile.emoji_applemoji'), icon: <Smile /> },
        ]}
        onChoose={change}
      />
    </CardRow>
  );
};

/** The look of the application for this user; the way in which files open is the device’s own. */
export const AppearanceCard = () => {
  const t = useText();
  return (
    <Card>
      <CardRow label={t('theme.action')}>
        <Segmented
          label={t('theme.action')}
          value={useStore(themeMode)}
          segments={themeModes.map((value) => ({
            value,
            label: t(`theme.${value}`),
            icon: themeIcons[value],
          }))}
          onChoose={chooseTheme}
        />
      </CardRow>
      <EmojiRow />
      <CardRow label={t('profile.view')} help={t('profile.view_help')}>
        <Segmented
          label={t('profile.view')}
          value={useStore(viewType)}
          segments={[
            { value: 'list', label: t('files.view.list'), icon: <List /> },
            { value: 'grid', label: t('files.view.grid'), icon: <LayoutGrid /> },
          ]}
          onChoose={(value) => viewType.set(value)}
        />
      </CardRow>
    </Card>
  );
};
