import './tooltip-host.css';
import { useEffect, useRef, useState } from 'react';
import { readsLeftward } from '#shared/lib/reading.ts';
import { shortcutText } from '#shared/lib/shortcut.ts';
import { media } from '#shared/lib/use-media.ts';

const delay = 500;
const gap = 6;

interface Shown {
  readonly label: string;
  readonly shortcut: string | undefined;
  readonly anchor: DOMRect;
  /** True if it stands beside its owner, which is one of a column. */
  readonly beside: boolean;
}

/** Shows the `data-tooltip` of whatever is hovered or focused by keyboard; one for the whole page. */
export const TooltipHost = () => {
  const [shown, setShown] = useState<Shown>();
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let owner: Element | undefined;
    const hide = (): void => {
      clearTimeout(timer);
      owner = undefined;
      setShown(undefined);
    };
    const show = (at: EventTarget | null, byFocus: boolean): void => {
      // Fingers do not hover: there it would only cover something.
      if (matchMedia(media.noHover).matches) return;
      const target = at instanceof Element ? at.closest<HTMLElement>('[data-tooltip]') : null;
      if (target === owner) return;
      if (at instanceof Element && box.current?.contains(at)) return;
      hide();
      if (!target || (byFocus && !target.matches(':focus-visible'))) return;
      owner = target;
      timer = setTimeout(() => {
        const { tooltip, shortcut, tooltipBeside } = target.dataset;
        if (tooltip && target.isConnected)
          setShown({
            label: tooltip,
            shortcut,
            anchor: target.getBoundingClientRect(),
            beside: tooltipBeside !== undefined,
          });
      }, delay);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') hide();
    };
    const abort = new AbortController();
    const { signal } = abort;
    for (const type of ['pointerover', 'focusin'])
      document.addEventListener(
        type,
        (event) => {
          if (!(event instanceof PointerEvent) || event.pointerType === 'mouse')
            show(event.target, event.type === 'focusin');
        },
        { signal },
      );
    for (const type of ['pointerdown', 'focusout', 'scroll'])
      document.addEventListener(type, hide, { signal, capture: true });
    document.addEventListener('keydown', onKey, { signal, capture: true });
    // It loads for the element that is pointed at by now.
    show([...document.querySelectorAll('[data-tooltip]:is(:hover, :focus-visible)')].at(-1) ?? null, false);
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, []);

  useEffect(() => {
    const element = box.current;
    if (!shown || !element) return;
    element.showPopover();
    const { width, height } = element.getBoundingClientRect();
    const { anchor, beside } = shown;
    const below = anchor.bottom + gap;
    const fits = below + height <= innerHeight;
    const along = readsLeftward() ? anchor.left - gap - width : anchor.right + gap;
    const left = beside ? along : anchor.left + (anchor.width - width) / 2;
    const top = beside ? anchor.top + (anchor.height - height) / 2 : fits ? below : anchor.top - gap - height;
    element.style.top = `${top}px`;
    element.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
  }, [shown]);

  if (!shown) return null;
  return (
    <div ref={box} className="tooltip" role="tooltip" popover="manual">
      {shown.label}
      {shown.shortcut && <kbd>{shortcutText(shown.shortcut)}</kbd>}
    </div>
  );
};
