import './text-view.css';
import './compare-view.css';
import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import type { TextKey } from '#shared/i18n/messages.ts';
import type { Compared, CompareKind } from '../compare/compare-kind.ts';
import type { PreviewItem } from '../preview-item.ts';
import { CompareText } from './compare-text.tsx';

interface SideProps {
  readonly item: PreviewItem;
  readonly label: TextKey;
}

const ImageSide = ({ item, label }: SideProps) => {
  const t = useText();
  const [failed, setFailed] = useState(false);
  const { file_url: address, name } = item.attributes;
  return (
    <figure>
      <figcaption>{t(label)}</figcaption>
      {failed || !address ? (
        <p className="compare-note">{t('preview.failed.title')}</p>
      ) : (
        <img
          src={address}
          alt={`${t('preview.picture_of', { name })}, ${t(label)}`}
          draggable={false}
          onError={() => setFailed(true)}
        />
      )}
    </figure>
  );
};

interface CompareViewProps extends Compared {
  readonly kind: CompareKind;
}

/** Scrolling regions must be reachable by keyboard (WCAG 2.1.1). */
const reachable = { tabIndex: 0 } as const;

/** An earlier content of a file beside its current one. */
export const CompareView = ({ kind, before, after }: CompareViewProps) => {
  const t = useText();
  return (
    <div
      className="preview-pane compare"
      data-kind={kind}
      role="region"
      aria-label={t('versions.compare.title')}
      {...reachable}
    >
      {kind === 'text' ? (
        <CompareText {...{ before, after }} />
      ) : (
        <>
          <ImageSide item={before} label="versions.compare.before" />
          <ImageSide item={after} label="versions.compare.after" />
        </>
      )}
    </div>
  );
};
