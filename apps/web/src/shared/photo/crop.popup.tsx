import './crop.popup.css';
import { Minus, Plus } from 'lucide-react';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { errorText } from '#shared/i18n/error-text.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { Button } from '#shared/ui/button.tsx';
import { FieldError } from '#shared/ui/field-error.tsx';
import { Popup, PopupFooter } from '#shared/ui/popup.tsx';
import { moved, wholeCrop, zoomedTo, zoomLimit, zoomOf, type Crop } from './crop.ts';
import { cropToFile, drawCrop } from './picture.ts';

/** Pixels of the canvas, twice those of the square on the page. */
const canvasEdge = 560;
/** Shares of the square that an arrow moves it by, and with Shift. */
const arrowStep = { small: 0.02, large: 0.1 } as const;

const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

interface CropPopupProps {
  readonly picture: ImageBitmap;
  /** Takes the square. The popup stays while it is taken, and when that fails. */
  readonly onUse: (photo: Blob) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Magnification by a wheel's pixel. */
const perPixel = 0.0015;

/** Calls `onZoom` with the factor that the wheel asks for, and the place under the pointer in shares of the element. */
const useWheelZoom = (
  element: RefObject<HTMLElement | null>,
  onZoom: (factor: number, at: { readonly x: number; readonly y: number }) => void,
): void => {
  const zoom = useEffectEvent(onZoom);
  useEffect(() => {
    const box = element.current;
    if (!box) return undefined;
    // Only a listener that says so may keep the popup from scrolling instead.
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const { left, top, width, height } = box.getBoundingClientRect();
      const at = { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
      zoom(Math.exp(-event.deltaY * perPixel), at);
    };
    box.addEventListener('wheel', onWheel, { passive: false });
    return () => box.removeEventListener('wheel', onWheel);
  }, [element]);
};

/** Chooses the square of a picture that is shown: by dragging, the wheel, keys, or the slider. */
export const CropPopup = ({ picture, onUse, onClose }: CropPopupProps) => {
  const t = useText();
  const id = useId();
  const square = useRef<HTMLButtonElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [crop, setCrop] = useState<Crop>(() => wholeCrop(picture));
  const use = useMutation({
    mutationFn: async () => onUse(await cropToFile(picture, crop)),
    onSuccess: onClose,
  });
  const isTouched = useMedia(media.touch);
  const zoom = zoomOf(picture, crop);
  const limit = zoomLimit(picture);
  const zoomTo = (next: number): void => setCrop((before) => zoomedTo(picture, before, { zoom: next }));

  useLayoutEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop);
  }, [picture, crop]);
  useEffect(() => square.current?.focus(), []);
  useWheelZoom(square, (factor, at) =>
    setCrop((before) => zoomedTo(picture, before, { zoom: zoomOf(picture, before) * factor, at })),
  );

  const onKeyDown = (event: KeyboardEvent): void => {
    const direction = directions[event.key];
    const step = event.shiftKey ? arrowStep.large : arrowStep.small;
    if (direction)
      setCrop((before) => moved(picture, before, { x: direction[0] * step, y: direction[1] * step }));
    else if (event.key === '+') zoomTo(zoom * 1.1);
    else if (event.key === '-') zoomTo(zoom / 1.1);
    else return;
    event.preventDefault();
  };

  return (
    <Popup title={t('avatar.crop')} describedBy={`${id}-help`} onClose={use.isPending ? undefined : onClose}>
      <div className="popup-content crop">
        <button
          ref={square}
          type="button"
          className="crop-square"
          aria-label={t('avatar.square')}
          aria-roledescription={t('avatar.movable')}
          aria-describedby={`${id}-help`}
          onKeyDown={onKeyDown}
          onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
          onPointerMove={({ currentTarget, pointerId, movementX, movementY }) => {
            if (!currentTarget.hasPointerCapture(pointerId)) return;
            const { width } = currentTarget.getBoundingClientRect();
            setCrop((before) => moved(picture, before, { x: movementX / width, y: movementY / width }));
          }}
        >
          <canvas ref={canvas} width={canvasEdge} height={canvasEdge} />
        </button>
        <label className="crop-zoom">
          <Minus className="icon-16" />
          <span className="visually-hidden">{t('avatar.zoom')}</span>
          <input
            type="range"
            min={1}
            max={limit}
            step="any"
            disabled={limit === 1}
            value={zoom}
            aria-valuetext={t('avatar.zoom_value', { percent: Math.round(zoom * 100) })}
            onChange={({ currentTarget }) => zoomTo(Number(currentTarget.value))}
          />
          <Plus className="icon-16" />
        </label>
        <p id={`${id}-help`} className="muted">
          {t(isTouched ? 'avatar.help_touch' : 'avatar.help')}
        </p>
        {use.error && <FieldError id={`${id}-error`}>{errorText(use.error)}</FieldError>}
      </div>
      <PopupFooter>
        <Button look="ghost" disabled={use.isPending} onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button look="primary" busy={use.isPending} onClick={() => use.mutate()}>
          {t('avatar.use')}
        </Button>
      </PopupFooter>
    </Popup>
  );
};
