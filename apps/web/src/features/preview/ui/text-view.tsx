import './text-view.css';
import { useText } from '#shared/i18n/use-text.ts';
import { fileKind } from '#shared/lib/file-kind.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { Button } from '#shared/ui/button.tsx';
import { previewKind } from '../preview-kind.ts';
import { useReading } from '../read/use-reading.ts';
import { CodeText } from './code-text.tsx';
import { FactsView } from './facts-view.tsx';
import { MarkdownText } from './markdown-text.tsx';
import type { ViewProps } from './view-props.ts';
import { Waiting } from './waiting.tsx';

/** Scrolling regions must be reachable by keyboard (WCAG 2.1.1). */
const reachable = { tabIndex: 0 } as const;

/** Text, code and Markdown, a quarter of a megabyte at a time. */
export const TextView = ({ item, onDownload }: ViewProps) => {
  const t = useText();
  const isMarkdown = previewKind(item) === 'markdown';
  const { pages, reading, failed, loading, more } = useReading(item, isMarkdown ? 'markdown' : 'code');
  const { name, size, category } = item.attributes;
  if (failed || pages?.encoding === undefined)
    return failed || pages ? (
      <FactsView item={item} reason={failed ? 'failed' : 'none'} onDownload={onDownload} />
    ) : (
      <Waiting />
    );
  const rest = (size ?? 0) - pages.read;
  return (
    <div
      className="preview-pane preview-text"
      role="region"
      aria-label={t('preview.text_of', { name })}
      {...reachable}
    >
      <div className="preview-sheet" data-kind={isMarkdown ? 'markdown' : 'code'}>
        {isMarkdown && reading ? (
          <MarkdownText blocks={reading.markdown} />
        ) : (
          <CodeText text={pages.text} blocks={reading?.code} prose={fileKind(name, category) === 'text'} />
        )}
        {rest > 0 && (
          <p className="preview-more numeric">
            {t('preview.read', { read: formatBytes(pages.read), size: formatBytes(size ?? 0) })}
            <Button busy={loading} onClick={more}>
              {t('preview.show_more')}
            </Button>
          </p>
        )}
      </div>
    </div>
  );
};
