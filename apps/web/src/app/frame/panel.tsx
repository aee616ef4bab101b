import { HardDrive, PanelLeft } from 'lucide-react';
import { getConfig } from '#shared/config/config.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useStore } from '#shared/lib/store.ts';
import { paths } from '#shared/paths/paths.ts';
import { Link } from '#shared/router/link.tsx';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { Logo } from '#shared/ui/logo.tsx';
import { railSetting } from './rail.store.ts';

/** The sections of the platform, below the application's title. */
export const Panel = () => {
  const t = useText();
  const rail = useStore(railSetting);
  return (
    <aside className="panel" aria-label={t('frame.sections')}>
      <div className="panel-brand">
        <Logo size={26} />
        <span className="truncate">{getConfig().app.title}</span>
        <span className="spacer" />
        <IconButton
          size="small"
          label={t(rail === 'shown' ? 'frame.hide_rail' : 'frame.show_rail')}
          icon={<PanelLeft className="icon-16" />}
          onClick={() => railSetting.set(rail === 'shown' ? 'hidden' : 'shown')}
        />
      </div>
      <nav aria-label={t('frame.sections')}>
        <Link className="panel-item" to={paths.files()} aria-current="page">
          <HardDrive />
          {t('frame.home')}
        </Link>
      </nav>
    </aside>
  );
};
