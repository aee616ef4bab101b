import './trashed-banner.css';
import { useQueryClient } from '@tanstack/react-query';
import { Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { batchOf } from '../actions/batch.ts';
import { command } from '../actions/load-commands.ts';
import type { Entry } from '../entry.ts';
import { trashSource } from '../listing/listing-source.ts';

/** Shows in Files that the current folder lies in the trash, and restores it. */
export const TrashedBanner = ({ folder }: { readonly folder: Entry }) => {
  const t = useText();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const restore = async (): Promise<void> => {
    setBusy(true);
    const batch = batchOf([folder], { source: trashSource(null), isTrash: true });
    await command((commands) => commands.restore(client, batch, false));
    setBusy(false);
  };
  return (
    <div className="trashed-banner" role="status">
      <Trash2 className="icon-16" />
      <span>{t('trash.folder_notice')}</span>
      <Button size="small" busy={busy} icon={<Undo2 className="icon-16" />} onClick={() => void restore()}>
        {t('trash.restore')}
      </Button>
    </div>
  );
};
