import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
  const controls = createStore<ZoomControls | undefined>(undefined);
  const ignore = (): void => undefined;
  await act(async () =>
    root.render(
      <div className="preview-stage" tabIndex={-1}>
        <MediaView {...{ item, controls }} kind="video" nearby={[]} onDownload={ignore} onKey={ignore} />
        <button type="button">{item.attributes.name}</button>
      </div>,
    ),
  );
  stage = box.querySelector<HTMLElement>('.preview-stage') ?? expect.fail('no stage');
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
});

const player = () => stage.querySelector('video') ?? expect.fail('no video');
const happens = (type: string) => act(async () => player().dispatchEvent(new Event(type)));

test.each([
  ['is only sound', 'loadedmetadata', 'audio'],
  ['cannot be played', 'error', '.preview-nothing'],
])('a video that %s leaves the focus that it has to the preview', async (_what, type, instead) => {
  player().focus();
  await happens(type);
  expect(stage.querySelector('video')).toBeNull();
  expect(stage.querySelector(instead)).not.toBeNull();
  expect(document.activeElement).toBe(stage);
});

test('what does not have the focus does not take it', async () => {
  const button = stage.querySelector('button');
  button?.focus();
  await happens('loadedmetadata');
  expect(document.activeElement).toBe(button);
});

test('a video with pictures stays', async () => {
  const video = Object.assign(player(), { videoWidth: 640 });
  video.focus();
  await happens('loadedmetadata');
  expect(player()).toBe(video);
  expect(document.activeElement).toBe(video);
});
