import '#shared/ui/window-dialog.css';
import './version-banner.css';
import { Columns2, History, RotateCcw } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';

interface VersionBannerProps {
  /** Names the version by its time and who stored it, or tells why it is not known. */
  readonly title: string;
  readonly busy: boolean;
  /** Loads the versions once more; undefined unless that has failed. */
  readonly onRetry: (() => void) | undefined;
  /** Undefined while the version is not known. */
  readonly onRestore: (() => void) | undefined;
  /** Shows the comparison, or hides it; undefined if the version cannot be compared. */
  readonly onCompare: (() => void) | undefined;
  readonly isCompared: boolean;
  readonly onBack: () => void;
}

/** Tells that an earlier version of a file is shown, with the ways to go on from there. */
export const VersionBanner = ({
  title,
  busy,
  onRetry,
  onRestore,
  onCompare,
  isCompared,
  onBack,
}: VersionBannerProps) => {
  const t = useText();
  return (
    <section className="window-notice preview-version" aria-label={title}>
      <p className="numeric">
        <History className="icon-16" />
        <span>{title}</span>
      </p>
      <div>
        {onRetry && (
          <Button size="small" busy={busy} onClick={onRetry}>
            {t('actions.try_again')}
          </Button>
        )}
        {onRestore && (
          <Button size="small" busy={busy} icon={<RotateCcw className="icon-16" />} onClick={onRestore}>
            {t('versions.restore')}
          </Button>
        )}
        {onCompare && (
          <Button
            size="small"
            aria-pressed={isCompared}
            icon={<Columns2 className="icon-16" />}
            onClick={onCompare}
          >
            {t('versions.compare')}
          </Button>
        )}
        <Button size="small" look="ghost" onClick={onBack}>
          {t('versions.back')}
        </Button>
      </div>
    </section>
  );
};
