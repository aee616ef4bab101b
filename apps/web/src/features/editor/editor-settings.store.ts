import { createLocalSetting } from '#shared/lib/local-setting.ts';

/** Long lines are wrapped in the editor, or run on. */
export const wrapSetting = createLocalSetting('editor-wrap', ['on', 'off'], 'on');

/** The preview of a Markdown text stands beside it, or is closed. */
export const previewSetting = createLocalSetting('editor-preview', ['open', 'closed'], 'open');
