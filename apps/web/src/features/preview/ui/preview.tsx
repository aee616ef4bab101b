import './preview.css';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { createStore } from '#shared/lib/store.ts';
import { announce } from '#shared/ui/live-region.tsx';
import { Modal } from '#shared/ui/modal.tsx';
import type { PreviewActions, PreviewItem, PreviewWalk } from '../preview-item.ts';
import { swipe } from '../swipe.ts';
import type { ZoomControls } from '../zoom-controls.ts';
import { Filmstrip } from './filmstrip.tsx';
import { PreviewHeader } from './preview-header.tsx';
import { PreviewStage } from './preview-stage.tsx';
import { StepButton } from './step-button.tsx';

interface PreviewProps extends PreviewActions {
  /** Undefined while it is on its way. */
  readonly item: PreviewItem | undefined;
  /** It does not exist, or not anymore. */
  readonly gone: boolean;
  /** It lies in the trash, by itself or with a folder: its bytes are not to be had. */
  readonly trashed: boolean;
  readonly walk: PreviewWalk;
  readonly onClose: () => void;
}

/** Where keys and swipes belong to what they meet: to controls, and to what is wider than its box. */
const ownsKeys = (target: EventTarget): boolean => {
  if (!(target instanceof Element)) return false;
  if (target.closest('video, audio, input, [role="listbox"]')) return true;
  const scroller = target.closest('[data-scrolls-sideways]');
  return scroller !== null && scroller.scrollWidth > scroller.clientWidth;
};

/** Looks at one file after the other, over a listing. */
export const Preview = ({ item, gone, trashed, walk, onClose, ...actions }: PreviewProps) => {
  const t = useText();
  const titleId = useId();
  const [controls] = useState(() => createStore<ZoomControls | undefined>(undefined));
  const { position, total } = walk;
  const title = useRef<HTMLHeadingElement>(null);
  // At first, and whenever the button that was pressed is there no more: keys reach only what has the focus.
  useEffect(() => {
    if (!title.current?.closest('dialog')?.contains(document.activeElement)) title.current?.focus();
  });
  useEffect(() => title.current?.focus(), []);
  const name = item && honestName(item.attributes.name);
  useEffect(() => {
    if (name !== undefined) announce(t('preview.opened', { name }));
  }, [t, name]);

  const step = (by: number): void => {
    if (position === undefined || total === undefined) return;
    const next = position + by;
    if (next >= 0 && next < total) walk.go(next);
  };
  const press = (key: string): boolean => {
    const zoom = controls.get();
    if (key === 'Escape') onClose();
    else if (key === 'ArrowRight') step(1);
    else if (key === 'ArrowLeft') step(-1);
    else if (key === '+' || key === '=') zoom?.in();
    else if (key === '-') zoom?.out();
    else if (key === '0') zoom?.fit();
    else if (key === 'r' || key === 'R') zoom?.rotate?.();
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isPlain && !ownsKeys(event.target) && press(event.key)) event.preventDefault();
  };
  const swiping = swipe({
    isHeld: (target) => controls.get()?.larger === true || ownsKeys(target),
    onSwipe: step,
  });

  return (
    <Modal className="preview" aria-labelledby={titleId} {...{ onClose, onKeyDown }} dark>
      <div className="preview-body">
        <PreviewHeader {...{ title, titleId, item, trashed, walk, controls, onClose }} {...actions} />
        <div className="preview-stage" {...swiping}>
          <StepButton label={t('preview.previous')} by={-1} {...{ walk, step }} />
          <PreviewStage
            key={item?.id}
            {...{ item, gone, trashed, controls }}
            {...actions}
            onKey={(key) => void press(key)}
            nearby={[1, -1].map((by) => (position === undefined ? undefined : walk.at(position + by)))}
          />
          <StepButton label={t('preview.next')} by={1} {...{ walk, step }} />
        </div>
        {total !== undefined && total > 1 && position !== undefined && <Filmstrip walk={walk} />}
      </div>
    </Modal>
  );
};
