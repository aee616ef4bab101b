import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createStore } from '#shared/lib/store.ts';
import type { PreviewItem } from '../preview-item.ts';
import type { ZoomControls } from '../zoom-controls.ts';
import { MediaView } from './media-view.tsx';

let root: Root;
let stage: HTMLElement;

const item = {
  id: 'id-a',
  type: 'file',
  attributes: {
    name: 'a.webm',
    size: 10,
    category: 'videos',
    file_url: '/api/files/id-a/content',
    thumbnail: null,
    created_at: '2026-11-20T10:00:00Z',
  },
} as PreviewItem;

const draw = (): Promise<void> => {
  const controls = createStore<ZoomControls | undefined>(undefined);
  const ignore = (): void => undefined;
  return act(async () =>
    root.render(
      <div className="preview-stage" tabIndex={-1}>
        <MediaView {...{ item, controls }} kind="video" nearby={[]} onDownload={ignore} onKey={ignore} />
        <button type="button">{item.attributes.name}</button>
      </div>,
    ),
  );
};

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
  await draw();
  stage = box.querySelector<HTMLElement>('.preview-stage') ?? expect.fail('no stage');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await act(async () => root.unmount());
  document.body.replaceChildren();
});

const player = () => stage.querySelector('video') ?? expect.fail('no video');

// happy-dom plays nothing and does not know it.
Object.defineProperty(HTMLVideoElement.prototype, 'videoWidth', { value: 0, writable: true });

/** Puts players into a state. */
const is = {
  loaded: () => vi.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(1),
  broken: () =>
    vi.spyOn(HTMLMediaElement.prototype, 'error', 'get').mockReturnValue({ code: 4 } as MediaError),
};
const happens = (type: string) => act(async () => player().dispatchEvent(new Event(type)));

describe.each([
  ['is only sound', is.loaded, 'loadedmetadata', 'audio'],
  ['cannot be played', is.broken, 'error', '.preview-nothing'],
])('a video that %s', (...[, arrange, type, instead]) => {
  test('leaves the focus that it has to the preview', async () => {
    player().focus();
    arrange();
    await happens(type);
    expect(stage.querySelector('video')).toBeNull();
    expect(stage.querySelector(instead)).not.toBeNull();
    expect(document.activeElement).toBe(stage);
  });

  test('is seen to be so though it told before it was on the page', async () => {
    await act(async () => root.render(null));
    arrange();
    await draw();
    expect(document.querySelector('.preview-stage video')).toBeNull();
    expect(document.querySelector(`.preview-stage ${instead}`)).not.toBeNull();
  });
});

test('a player without the focus does not take it', async () => {
  const button = stage.querySelector('button');
  button?.focus();
  is.loaded();
  await happens('loadedmetadata');
  expect(stage.querySelector('audio')).not.toBeNull();
  expect(document.activeElement).toBe(button);
});

test('a video with pictures stays', async () => {
  const video = Object.assign(player(), { videoWidth: 640 });
  video.focus();
  is.loaded();
  await happens('loadedmetadata');
  expect(player()).toBe(video);
  expect(document.activeElement).toBe(video);
});
