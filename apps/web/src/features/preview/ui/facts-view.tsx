import { Download, Undo2 } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { fileKind } from '#shared/lib/file-kind.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { formatLongDate } from '#shared/lib/format-time.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { Button } from '#shared/ui/button.tsx';
import { FileIcon } from '#shared/ui/file-icon.tsx';
import type { PreviewItem } from '../preview-item.ts';

interface FactsViewProps {
  readonly item?: PreviewItem;
  /** The reason why there is no preview. */
  readonly reason:
    | 'none'
    | 'damaged'
    | 'damaged_version'
    | 'counted'
    | 'empty'
    | 'failed'
    | 'in_trash'
    | 'gone'
    | 'locked'
    | 'too_large';
  /** Values in the reason's sentence. */
  readonly values?: Readonly<Record<string, number>>;
  readonly onDownload?: ((item: PreviewItem) => void) | undefined;
  readonly onRestore?: ((item: PreviewItem) => void) | undefined;
}

/** A file without a preview: its facts, and the way to have it. */
export const FactsView = ({ item, reason, values, onDownload, onRestore }: FactsViewProps) => {
  const t = useText();
  return (
    <div className="preview-pane preview-nothing">
      {item && <FileIcon name={item.attributes.name} category={item.attributes.category} width={96} />}
      {item && <p className="preview-name">{honestName(item.attributes.name)}</p>}
      {item && (
        <p className="muted numeric">
          {[
            t(`kinds.${fileKind(item.attributes.name, item.attributes.category)}`),
            item.attributes.size !== null && formatBytes(item.attributes.size),
            formatLongDate(item.attributes.created_at),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      <h3>{t(`preview.${reason}.title`)}</h3>
      <p className="muted numeric">{t(`preview.${reason}.text`, values)}</p>
      {item && onDownload && (
        <Button look="primary" icon={<Download />} onClick={() => onDownload(item)}>
          {t('preview.download')}
        </Button>
      )}
      {item && onRestore && (
        <Button look="primary" icon={<Undo2 />} onClick={() => onRestore(item)}>
          {t('preview.restore')}
        </Button>
      )}
    </div>
  );
};
