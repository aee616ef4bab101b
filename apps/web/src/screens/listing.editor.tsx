import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Editor } from '#features/editor/ui/editor.tsx';
import type { Entry } from '#features/files/entry.ts';
import { applyFilesChanged } from '#features/files/cache/realtime.events.ts';
import { itemQuery } from '#features/files/cache/files.queries.ts';
import { previewKind } from '#features/preview/preview-kind.ts';
import { MarkdownPreview } from '#features/preview/ui/markdown-preview.tsx';
import { ApiError } from '#shared/api/api-error.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { text } from '#shared/i18n/messages.ts';
import { isEditable } from '#shared/lib/text-file.ts';
import { linkOf } from '#shared/paths/paths.ts';
import { currentUserId } from '#shared/session/session.ts';
import { showToast } from '#shared/ui/toast.ts';
import { closeEditor, turnEditor } from './preview-address.ts';

interface EditedTextProps {
  readonly id: string;
  readonly onDownload: (entry: Entry) => void;
}

const isMissing = (error: unknown): boolean => error instanceof ApiError && [404, 422].includes(error.status);

/** `?edit=`: a text in the editor, over the listing. */
export const EditedText = ({ id, onDownload }: EditedTextProps) => {
  const client = useQueryClient();
  const { data, error } = useQuery(itemQuery(id));
  const item = data?.data;
  // A file that is open stays so, also where it is deleted or grows: its text must not be taken from who writes it.
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && item && !data.meta.trashed && isEditable(item)) setOpen(true);
  const refusal = isOpen ? null : item ? text('editor.not_text') : error && errorText(error);
  useEffect(() => {
    if (refusal === null) return;
    closeEditor();
    showToast({ type: 'danger', message: refusal });
  }, [refusal]);
  if (!item || refusal !== null) return null;

  const lookUp = async (): Promise<Entry | undefined> => {
    try {
      const { data: now, meta } = await client.query({ ...itemQuery(id), staleTime: 0 });
      return meta.trashed ? undefined : now;
    } catch (failure) {
      if (isMissing(failure)) return undefined;
      throw failure;
    }
  };
  const onSaved = (saved: Entry): void => {
    applyFilesChanged(client, {
      containers: [saved.attributes.parent_id],
      items: [saved],
      removed: [],
      trash: false,
      favourites: false,
      tree: false,
      storage: true,
    });
    if (saved.id !== id) turnEditor(saved.id);
  };
  return (
    <Editor
      {...{ item, lookUp, onSaved }}
      owner={currentUserId() ?? linkOf(location.pathname) ?? ''}
      // An empty file has no kind but by its name.
      preview={
        previewKind({ ...item, attributes: { ...item.attributes, size: item.attributes.size || 1 } }) ===
        'markdown'
          ? (written) => <MarkdownPreview text={written} />
          : undefined
      }
      onDownload={() => onDownload(item)}
      onClose={closeEditor}
    />
  );
};
