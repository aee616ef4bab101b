import './upload-buttons.css';
import { ChevronDown, FileUp, FolderUp, Upload } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { Menu, type MenuTriggerProps } from '#shared/ui/menu.tsx';
import { openFilePicker, openFolderPicker } from '../pickers.ts';

export { openCamera, openFilePicker, openFolderPicker } from '../pickers.ts';

interface UploadButtonProps {
  /** Where the chosen files go; null is the top of the account. */
  readonly parentId: string | null;
}

const moreButton = (label: string) => (props: MenuTriggerProps) => (
  <Button {...props} look="primary" aria-label={label} icon={<ChevronDown className="icon-16" />} />
);

/** Chooses files at a press; files or a whole folder from its menu. */
export const UploadButton = ({ parentId }: UploadButtonProps) => {
  const t = useText();
  return (
    <span className="upload-split">
      <Button look="primary" icon={<Upload />} onClick={() => openFilePicker(parentId)}>
        {t('uploads.action')}
      </Button>
      <Menu
        align="end"
        items={[
          {
            id: 'files',
            label: t('uploads.files'),
            icon: <FileUp />,
            onSelect: () => openFilePicker(parentId),
          },
          {
            id: 'folder',
            label: t('uploads.folder'),
            icon: <FolderUp />,
            onSelect: () => openFolderPicker(parentId),
          },
        ]}
        trigger={moreButton(t('uploads.more_options'))}
      />
    </span>
  );
};
