import './upload-buttons.css';
import { ChevronDown, FilePlus, FileUp, FolderUp, Inbox, Upload } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { Button, type ButtonStyle } from '#shared/ui/button.tsx';
import { Menu, type MenuTriggerProps } from '#shared/ui/menu.tsx';
import { openNewText } from '../new-text.ts';
import { openFilePicker, openFolderPicker } from '../pickers.ts';

export { openCamera, openFilePicker, openFolderPicker } from '../pickers.ts';

interface UploadButtonProps {
  /** The folder that the chosen files go to; null is the top of the account. */
  readonly parentId: string | null;
  /** Requests files from others instead; undefined where file requests are not available. */
  readonly onRequest?: (() => void) | undefined;
  readonly look?: ButtonStyle;
}

const moreButton = (label: string, look: ButtonStyle) => (props: MenuTriggerProps) => (
  <Button {...props} look={look} aria-label={label} icon={<ChevronDown className="icon-16" />} />
);

/** A button that chooses files; its menu offers files, a whole folder, or a new text. */
export const UploadButton = ({ parentId, onRequest, look = 'primary' }: UploadButtonProps) => {
  const t = useText();
  return (
    <span className="upload-split">
      <Button look={look} icon={<Upload />} onClick={() => openFilePicker(parentId)}>
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
          {
            id: 'text',
            label: t('new_text.title'),
            icon: <FilePlus />,
            divided: true,
            onSelect: () => openNewText(parentId),
          },
          ...(onRequest
            ? [
                {
                  id: 'request',
                  label: t('requests.menu'),
                  icon: <Inbox />,
                  onSelect: onRequest,
                },
              ]
            : []),
        ]}
        trigger={moreButton(t('uploads.more_options'), look)}
      />
    </span>
  );
};
