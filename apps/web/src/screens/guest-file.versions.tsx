import '#features/versions/ui/versions.css';
import { useQueryClient } from '@tanstack/react-query';
import type { OuterAction } from '#features/versions/ui/versions-section.tsx';
import { VersionsList } from '#features/versions/ui/versions-list.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { Popup } from '#shared/ui/popup.tsx';
import { isComparable, runVersionAction, type ItemVersionsProps } from './item-versions.tsx';

interface FileVersionsProps extends ItemVersionsProps {
  readonly onClose: () => void;
}

/** The versions of a file that is shared alone, as far as they came through its link. */
export const FileVersions = ({ onClose, ...props }: FileVersionsProps) => {
  const t = useText();
  const client = useQueryClient();
  const { entry } = props;
  return (
    <Popup title={t('versions.title')} onClose={onClose}>
      <div className="guest-file-versions">
        <VersionsList
          itemId={entry.id}
          size={entry.attributes.size}
          isOwner={false}
          canCopy={false}
          isComparable={(version) => isComparable(props, version)}
          onAction={(action, version) => {
            if (action !== 'download') onClose();
            // Guests are offered no others.
            runVersionAction(client, props, { action: action as OuterAction, version });
          }}
        />
      </div>
    </Popup>
  );
};
