import { defaultSorting } from '@holdall/contract/listing-order';
import { Upload } from 'lucide-react';
import { latestSource } from '#features/files/listing-source.ts';
import { EmptyPicture } from '#features/files/ui/empty-picture.tsx';
import { Notice } from '#features/files/ui/notice.tsx';
import { openFilePicker } from '#features/uploads/ui/upload-buttons.tsx';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { Collection } from './collection.tsx';

const listed = { source: latestSource, sorting: defaultSorting };

/** `/platform/recent-uploads`: the newest files of the whole account. */
export const LatestScreen = () => {
  const t = useText();
  return (
    <Collection
      listed={listed}
      title={t('latest.title')}
      empty={
        <Notice
          picture={<EmptyPicture />}
          title={t('latest.empty.title')}
          text={t('latest.empty.text')}
          actions={
            <Button look="primary" icon={<Upload />} onClick={() => openFilePicker(null)}>
              {t('files.upload_files')}
            </Button>
          }
        />
      }
    />
  );
};
