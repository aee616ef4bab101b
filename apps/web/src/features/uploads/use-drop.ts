import { useEffect, useEffectEvent, useState } from 'react';
import { text } from '#shared/i18n/messages.ts';
import { editing, hasPermission } from '#shared/session/permission.ts';
import { showToast } from '#shared/ui/toast.ts';
import {
  carriesFiles,
  countDragged,
  fileNameTime,
  isClipboardImage,
  isTextField,
  uploadTargetOf,
  type UploadTarget,
} from './drop-rules.ts';
import { takeEntries, type DroppedEntries } from './entries.ts';
import { startUploads } from './start-uploads.ts';

/** A drag over the window. */
export interface HoveringDrop {
  /** The number of items; 0 where the browser reveals it only at the drop. */
  readonly count: number;
  /** The folder under the pointer; undefined if the drop goes to the current one. */
  readonly target: UploadTarget | undefined;
}

/** Browsers report a drag several times a second; after this silence it is over, however it ended. */
const silentAfterMs = 2000;

const overAttribute = 'data-drop-over';

const ring = (next: Element | undefined): void => {
  for (const element of document.querySelectorAll(`[${overAttribute}]`))
    if (element !== next) element.removeAttribute(overAttribute);
  next?.setAttribute(overAttribute, 'valid');
};

/** Reports whether a popup is open, below which nothing is dropped or pasted. */
const isBehindPopup = (): boolean => document.querySelector('dialog:modal, [aria-modal="true"]') !== null;

const withClipboardNames = ({ files, folders }: DroppedEntries): DroppedEntries => {
  const date = fileNameTime(new Date());
  const named = files.map((file) => {
    if (!isClipboardImage(file)) return file;
    const name = `${text('uploads.pasted_image', { date })}.${file.type.slice('image/'.length).replace(/\+.*/, '')}`;
    return new File([file], name, { type: file.type, lastModified: file.lastModified });
  });
  return { files: named, folders };
};

/** Uploads entries to a folder, or says that no items can be added there. */
const uploadTo = (target: string | null | undefined, entries: DroppedEntries): void => {
  if (target !== undefined && hasPermission(editing)) void startUploads(entries, target);
  else showToast({ type: 'danger', message: text('uploads.drop.forbidden') });
};

const isSame = (a: HoveringDrop | undefined, b: HoveringDrop): boolean =>
  a?.count === b.count && a.target?.element === b.target?.element;

/**
 * Uploads files that are dropped anywhere in the window, or pasted, to the folder under the pointer or to `parentId`;
 * undefined accepts none. The browser never opens a dropped file, and drags that began in the page are ignored.
 */
export function useDrop(parentId: string | null | undefined): HoveringDrop | undefined {
  const [hovering, setHovering] = useState<HoveringDrop>();
  const currentParent = useEffectEvent(() => parentId);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let isOwnDrag = false;
    let silence: ReturnType<typeof setTimeout> | undefined;

    const end = (): void => {
      clearTimeout(silence);
      ring(undefined);
      setHovering(undefined);
    };
    const onDragOver = (event: DragEvent): void => {
      const { dataTransfer } = event;
      if (dataTransfer === null || !carriesFiles(dataTransfer)) return;
      event.preventDefault();
      if (isOwnDrag || isBehindPopup()) {
        dataTransfer.dropEffect = 'none';
        return;
      }
      dataTransfer.dropEffect = 'copy';
      clearTimeout(silence);
      silence = setTimeout(end, silentAfterMs);
      const next = { count: countDragged(dataTransfer), target: uploadTargetOf(event.target) };
      ring(next.target?.element);
      setHovering((last) => (isSame(last, next) ? last : next));
    };
    const onDrop = (event: DragEvent): void => {
      end();
      const { dataTransfer } = event;
      if (dataTransfer === null || !carriesFiles(dataTransfer)) return;
      event.preventDefault();
      if (isOwnDrag || isBehindPopup()) return;
      const under = uploadTargetOf(event.target);
      const target = under ? under.folderId : currentParent();
      uploadTo(target, takeEntries(dataTransfer));
    };
    const onPaste = (event: ClipboardEvent): void => {
      if (event.clipboardData === null || isTextField(event.target) || isBehindPopup()) return;
      const entries = takeEntries(event.clipboardData);
      if (entries.files.length + entries.folders.length === 0) return;
      event.preventDefault();
      uploadTo(currentParent(), withClipboardNames(entries));
    };

    addEventListener('dragstart', () => (isOwnDrag = true), { signal, capture: true });
    // A removed drag source fires no dragend; pointer events occur only when no drag is active.
    for (const type of ['dragend', 'pointermove', 'pointerdown'])
      addEventListener(type, () => (isOwnDrag = false), { signal, capture: true, passive: true });
    addEventListener('dragenter', onDragOver, { signal });
    addEventListener('dragover', onDragOver, { signal });
    // A drag that leaves the window enters no element.
    addEventListener('dragleave', (event) => event.relatedTarget === null && end(), { signal });
    addEventListener('drop', onDrop, { signal });
    addEventListener('paste', onPaste, { signal });
    return () => {
      controller.abort();
      clearTimeout(silence);
      ring(undefined);
    };
  }, []);

  return hovering;
}
