import { LayoutGrid, List, SlidersHorizontal, SquareCheck } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { useStore } from '#shared/lib/store.ts';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { Menu } from '#shared/ui/menu.tsx';
import { toggleMultiSelect } from '../selection/selection.store.ts';
import { viewType } from '../listing/view.store.ts';

/** A menu for the view and for selecting, on phones, where the sub-bar has no room for them. */
export const ViewMenu = () => {
  const t = useText();
  const view = useStore(viewType);
  return (
    <Menu
      align="end"
      trigger={(props) => (
        <IconButton
          className="phone-only"
          label={t('files.view')}
          icon={<SlidersHorizontal className="icon-20" />}
          {...props}
        />
      )}
      items={[
        ...(['list', 'grid'] as const).map((type) => ({
          id: type,
          label: t(`files.view.${type}`),
          icon: type === 'list' ? <List /> : <LayoutGrid />,
          checked: view === type,
          onSelect: () => viewType.set(type),
        })),
        {
          id: 'select',
          label: t('actions.select_items'),
          icon: <SquareCheck />,
          divided: true,
          onSelect: toggleMultiSelect,
        },
      ]}
    />
  );
};
