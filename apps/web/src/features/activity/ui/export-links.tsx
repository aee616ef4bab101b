import { Download } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { type ActivityView, exportAddress } from '../activity-address.ts';

const formats = ['csv', 'json'] as const;

/** Downloads the filtered audit log as files. */
export const ExportLinks = ({ view }: { readonly view: ActivityView }) => {
  const t = useText();
  return formats.map((format) => (
    <a
      key={format}
      className="button"
      data-look="secondary"
      data-size="small"
      href={exportAddress(format, view)}
      download
    >
      <span className="button-content">
        <Download className="icon-16" aria-hidden="true" />
        {t(`activity.export_${format}`)}
      </span>
    </a>
  ));
};
