import './crop.popup.css';
import { Minus, Plus } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { errorText } from '#shared/i18n/error-text.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { FieldError } from '#shared/ui/field-error.tsx';
import { Popup, PopupFooter } from '#shared/ui/popup.tsx';
import { useUpdateAvatar } from '../avatar.mutations.ts';
import { moved, wholeCrop, zoomedTo, zoomLimit, zoomOf, type Crop } from '../crop.ts';
import { drawCrop } from '../picture.ts';
import { useWheelZoom } from '../use-wheel-zoom.ts';

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

/** Chooses the square of a picture that becomes one's own: by dragging, the wheel, keys, or the slider. */
export const CropPopup = ({
  picture,
  onClose,
}: {
  readonly picture: ImageBitmap;
  readonly onClose: () => void;
}) => {
  const t = useText();
  const id = useId();
  const square = useRef<HTMLButtonElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [crop, setCrop] = useState<Crop>(() => wholeCrop(picture));
  const upload = useUpdateAvatar();
  const zoom = zoomOf(picture, crop);
  const limit = zoomLimit(picture);
  const zoomTo = (next: number): void => setCrop((before) => zoomedTo(picture, before, { zoom: next }));

  useLayoutEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop);
  }, [picture, crop]);
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
    <Popup
      title={t('avatar.crop')}
      describedBy={`${id}-help`}
      onClose={upload.isPending ? undefined : onClose}
    >
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
          {t('avatar.help')}
        </p>
        {upload.error && <FieldError id={`${id}-error`}>{errorText(upload.error)}</FieldError>}
      </div>
      <PopupFooter>
        <Button look="ghost" disabled={upload.isPending} onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button
          look="primary"
          busy={upload.isPending}
          onClick={() => upload.mutate({ picture, crop }, { onSuccess: onClose })}
        >
          {t('avatar.use')}
        </Button>
      </PopupFooter>
    </Popup>
  );
};
