import './dock.css';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { useStore } from '#shared/lib/store.ts';
import { loadEngine } from '../start-uploads.ts';
import { dockExpanded, uploads } from '../uploads.store.ts';
import { DockHeader } from './dock-header.tsx';
import { InterruptedCard } from './interrupted-card.tsx';
import { DockRows } from './dock-rows.tsx';

/** Milliseconds for which a success stays visible. */
const successStaysMs = 6000;
const phone = '(max-width: 639px)';

/** Stores the height that the floating dock covers in `--upload-dock-space`. */
const useReservedSpace = (docked: boolean) => {
  const dock = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = dock.current;
    if (docked || element === null) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty('--upload-dock-space', `${element.offsetHeight + 24}px`),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--upload-dock-space');
    };
  }, [docked]);
  return dock;
};

/** Reports whether the dock has the pointer or the focus, in which case it does not close by itself. */
const isAttended = (dock: Element | null): boolean =>
  dock !== null &&
  (dock.querySelector(':focus-visible') !== null ||
    (matchMedia('(hover: hover)').matches && dock.matches(':hover')));

interface DockPanelProps {
  readonly docked: boolean;
  readonly withoutDone: boolean;
}

/** The dock while it has content: its header, and its rows unless it is collapsed. */
export const DockPanel = ({ docked, withoutDone }: DockPanelProps) => {
  const t = useText();
  const snapshot = useStore(uploads);
  const entries = withoutDone ? snapshot.entries.filter(({ state }) => state !== 'done') : snapshot.entries;
  const chosen = useStore(dockExpanded);
  const dock = useReservedSpace(docked);
  const succeeded = snapshot.total > 0 && !snapshot.active && snapshot.failed === 0;
  const needsAttention = !snapshot.active && snapshot.failed > 0;
  const expanded = needsAttention || (chosen ?? (docked || !matchMedia(phone).matches));

  const leave = useEffectEvent(async () => {
    (await loadEngine()).clear();
    dockExpanded.set(undefined);
  });
  useEffect(() => {
    if (!succeeded) return undefined;
    const timer = setInterval(() => {
      if (!isAttended(dock.current)) void leave();
    }, successStaysMs);
    return () => clearInterval(timer);
  }, [succeeded, dock]);

  return (
    <section
      ref={dock}
      className="upload-dock"
      aria-label={t('uploads.dock')}
      data-docked={docked || undefined}
      data-collapsed={!expanded || undefined}
    >
      <InterruptedCard />
      {snapshot.total > 0 && <DockHeader snapshot={snapshot} expanded={expanded} />}
      {entries.length > 0 && expanded && <DockRows entries={entries} />}
    </section>
  );
};
