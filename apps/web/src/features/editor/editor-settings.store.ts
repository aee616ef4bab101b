import { createLocalSetting } from '#shared/lib/local-setting.ts';

/** Whether long lines are wrapped in the editor. */
export const wrapSetting = createLocalSetting('editor-wrap', ['on', 'off'], 'on');

/** Whether the preview of a Markdown text stands beside it. */
export const previewSetting = createLocalSetting('editor-preview', ['open', 'closed'], 'open');
