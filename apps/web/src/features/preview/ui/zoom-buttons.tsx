import { Minus, Plus, RotateCw } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { useStore } from '#shared/lib/store.ts';
import { IconButton } from '#shared/ui/icon-button.tsx';
import type { ZoomStore } from '../zoom-controls.ts';

/** The size and the rotation of an image; nothing where there is nothing to zoom. */
export const ZoomButtons = ({ controls }: { readonly controls: ZoomStore }) => {
  const t = useText();
  const zoom = useStore(controls);
  if (!zoom) return null;
  return (
    <span className="preview-zoom numeric">
      <IconButton label={t('preview.zoom_out')} shortcut="-" icon={<Minus />} onClick={zoom.out} />
      <button
        type="button"
        className="preview-percent"
        aria-label={t('preview.zoom_fit_from', { percent: zoom.percent })}
        data-tooltip={t('preview.zoom_fit')}
        data-shortcut="0"
        onClick={zoom.fit}
      >
        {t('preview.percent', { percent: zoom.percent })}
      </button>
      <IconButton label={t('preview.zoom_in')} shortcut="+" icon={<Plus />} onClick={zoom.in} />
      {zoom.rotate && (
        <IconButton label={t('preview.rotate')} shortcut="R" icon={<RotateCw />} onClick={zoom.rotate} />
      )}
    </span>
  );
};
