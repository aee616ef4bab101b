import '#shared/ui/window-dialog.css';
import './preview.css';
import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { keyAlongLine } from '#shared/lib/reading.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { createStore, useStore } from '#shared/lib/store.ts';
import { media } from '#shared/lib/use-media.ts';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { announce } from '#shared/ui/live-region.tsx';
import { Modal } from '#shared/ui/modal.tsx';
import type { PreviewActions, PreviewItem, PreviewWalk, ShownVersion } from '../preview-item.ts';
import { detailsSide, toggleDetailsSide } from '../details-side.store.ts';
import { isForPlayer, togglePlayer } from '../media.ts';
import { swipe } from '../swipe.ts';
import { pressZoomKey, type ZoomControls } from '../zoom-controls.ts';
import { Filmstrip } from './filmstrip.tsx';
import { PreviewHeader } from './preview-header.tsx';
import { PreviewStage } from './preview-stage.tsx';
import { StepButton } from './step-button.tsx';

interface PreviewProps extends PreviewActions {
  /** Undefined while it is on its way. */
  readonly item: PreviewItem | undefined;
  /** The file does not exist, or not anymore. */
  readonly gone: boolean;
  /** The file lies in the trash, by itself or with a folder: its bytes are not available. */
  readonly trashed: boolean;
  /** Bytes are counted: only the server's pictures are shown. */
  readonly picturesOnly?: boolean | undefined;
  readonly walk: PreviewWalk;
  /** Undefined for the current content. */
  readonly version?: ShownVersion | undefined;
  /** Draws the facts of the file that is shown. */
  readonly details: (item: PreviewItem) => ReactNode;
  readonly onClose: () => void;
}

const players = 'video, audio';

/** Elements that handle keys and swipes themselves: controls, and content wider than its box. */
const owns = (target: Element): boolean => {
  if (target.closest('input, [role="listbox"]')) return true;
  const scroller = target.closest('[data-scrolls-sideways]');
  return scroller !== null && scroller.scrollWidth > scroller.clientWidth;
};
/** Players know Space and the arrows themselves, and would not know that they were meant already. */
const ownsKeys = (target: EventTarget): boolean =>
  target instanceof Element && (target.closest(players) !== null || owns(target));
const ownsSwipes = (target: EventTarget, clientY: number): boolean => {
  if (!(target instanceof Element)) return false;
  const player = target.closest(players);
  return player === null ? owns(target) : isForPlayer(player, clientY);
};
/** The press that `deleteKey` names; controls and players have no use for it. */
const isDelete = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  !ctrlKey && !altKey && !shiftKey && key === (metaKey ? 'Backspace' : 'Delete');
/** Tells whether Space presses or scrolls the element. */
const ownsSpace = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button, a, [tabindex="0"]') !== null;

/** Tells contents apart: a view begins anew where a file gets another one. */
const contentKey = ({ id, attributes: { file_url: address } }: PreviewItem): string => address ?? id;

/** The facts of the shown file, beside it; below it on phones. */
const DetailsSide = ({ children }: { readonly children: ReactNode }) => {
  const t = useText();
  return (
    <aside className="preview-details" aria-label={t('preview.details')}>
      <div className="preview-details-head">
        <h2>{t('preview.details')}</h2>
        <span className="spacer" />
        <IconButton size="small" label={t('files.details.close')} icon={<X />} onClick={toggleDetailsSide} />
      </div>
      {children}
    </aside>
  );
};

/** Looks at one file after the other, over a listing. */
export const Preview = ({
  item,
  gone,
  trashed,
  picturesOnly,
  walk,
  version,
  details,
  onClose,
  ...actions
}: PreviewProps) => {
  const t = useText();
  const titleId = useId();
  const [controls] = useState(() => createStore<ZoomControls | undefined>(undefined));
  const { position, total } = walk;
  const isDetailed = useStore(detailsSide) === 'open';
  const title = useRef<HTMLHeadingElement>(null);
  // At first, and whenever the button that was pressed is there no more: keys reach only what has the focus.
  useEffect(() => {
    if (!title.current?.closest('dialog')?.contains(document.activeElement)) title.current?.focus();
  });
  useEffect(() => title.current?.focus(), []);
  const shown = version ? version.item : item;
  const name = item && honestName(item.attributes.name);
  useEffect(() => {
    if (name !== undefined) announce(t('preview.opened', { name }));
  }, [t, name]);

  const step = (by: number): void => {
    if (position === undefined || total === undefined) return;
    const next = position + by;
    if (next >= 0 && next < total) walk.go(next);
  };
  const remove = (): void => {
    if (item) actions.onDelete?.(item);
  };
  const body = useRef<HTMLDivElement>(null);
  /** Details that lie over the file, or have the focus, are left first. */
  const leave = (): void => {
    const side = body.current?.querySelector('.preview-details');
    const isOver = side && (!matchMedia(media.popup).matches || side.contains(document.activeElement));
    if (isOver) toggleDetailsSide();
    else onClose();
  };
  const press = (pressed: string): boolean => {
    const key = keyAlongLine(pressed);
    if (key === 'Escape') leave();
    else if (key === 'Delete') remove();
    else if (key === 'ArrowRight') step(1);
    else if (key === 'ArrowLeft') step(-1);
    else return pressZoomKey(controls, key);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, target, currentTarget, repeat } = event;
    // A popup that the details have opened has its own keys.
    if (target instanceof Element && target.closest('dialog') !== currentTarget) return;
    if (isDelete(event)) {
      event.preventDefault();
      // The next file is shown by then: a key that is held must not take one after the other.
      if (!repeat) remove();
      return;
    }
    if (event.altKey && key === 'Enter') {
      event.preventDefault();
      toggleDetailsSide();
      return;
    }
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && key !== 'Delete';
    if (!isPlain || ownsKeys(target)) return;
    const isMeant = key === ' ' ? !ownsSpace(target) && !repeat && togglePlayer(currentTarget) : press(key);
    if (isMeant) event.preventDefault();
  };
  const swiping = swipe({
    isHeld: (target, clientY) => controls.get()?.larger === true || ownsSwipes(target, clientY),
    onSwipe: step,
  });

  return (
    <Modal
      className="window-dialog preview"
      aria-labelledby={titleId}
      onClose={leave}
      {...{ onKeyDown }}
      dark
    >
      <div ref={body} className="window-body">
        <PreviewHeader
          {...{ title, titleId, trashed, walk, controls, onClose }}
          {...actions}
          item={version?.item ?? item}
        />
        {version?.banner}
        <div className="preview-columns">
          {/* A press on it gives it the focus, so that keys go on reaching the preview. */}
          <div className="preview-stage" tabIndex={-1} {...swiping}>
            <StepButton label={t('preview.previous')} by={-1} {...{ walk, step }} />
            {version?.instead ?? (
              <PreviewStage
                key={shown && contentKey(shown)}
                {...{ item: shown, gone, trashed, picturesOnly, controls }}
                {...actions}
                onKey={(key) => void press(key)}
                nearby={[1, -1].map((by) => (position === undefined ? undefined : walk.at(position + by)))}
              />
            )}
            <StepButton label={t('preview.next')} by={1} {...{ walk, step }} />
          </div>
          {isDetailed && item && <DetailsSide>{details(item)}</DetailsSide>}
        </div>
        {total !== undefined && total > 1 && position !== undefined && <Filmstrip walk={walk} />}
      </div>
    </Modal>
  );
};
