import './file-icon.css';
import type { Category } from '@holdall/contract/files';
import type { ReactNode } from 'react';
import { categoryOfKind, fileKind, type FileKind } from '#shared/lib/file-kind.ts';

const line = {
  fill: 'none',
  stroke: 'currentColor',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

const image = (
  <g {...line} strokeWidth="1.4">
    <path d="M7.3 23.6l3.5-4.6 2.5 3 1.9-2.2 2.6 3.8z" fill="currentColor" />
    <circle cx="15.8" cy="16.1" r="1.1" fill="currentColor" stroke="none" />
  </g>
);
const play = <path d="M10.2 15.6v7.8l6.6-3.9z" fill="currentColor" />;
const wave = <path {...line} strokeWidth="1.5" d="M8 21.5v-2.8M10.7 23.2v-6.2M13.4 24v-8M16.1 22.3v-4.6" />;
const lines = <path {...line} strokeWidth="1.5" d="M8 16h9M8 19.2h9M8 22.4h5.5" />;
const table = (
  <path {...line} strokeWidth="1.25" d="M7.5 15.5h10v8.5h-10zM7.5 18.3h10M7.5 21.2h10M11.2 15.5v8.5" />
);
const slide = <path {...line} strokeWidth="1.4" d="M7.5 15.5h10v6.2h-10zM12.5 21.7v2.4" />;
const brackets = <path {...line} strokeWidth="1.5" d="M10.3 16.6l-3 3.2 3 3.2M14.7 16.6l3 3.2-3 3.2" />;
const zipper = <path {...line} strokeWidth="1.8" d="M12.5 14.5v2M12.5 18v2M12.5 21.5v2" />;

const icons: Readonly<Record<FileKind, ReactNode>> = {
  image,
  jpeg: image,
  png: image,
  gif: image,
  webp: image,
  svg: image,
  video: play,
  mp4: play,
  audio: wave,
  pdf: lines,
  text: lines,
  word: lines,
  markdown: brackets,
  code: brackets,
  spreadsheet: table,
  presentation: slide,
  zip: zipper,
  archive: zipper,
  file: null,
};

interface FileIconProps {
  readonly name: string;
  /** The server's category; files that are not there yet have none. */
  readonly category?: Category | null;
  /** Width in pixels; the height follows. */
  readonly width: number;
}

/** A sheet of paper with the icon of its kind in the colour of its category; decoration. */
export const FileIcon = ({ name, category = null, width }: FileIconProps) => {
  const kind = fileKind(name, category);
  return (
    <svg
      className="file-icon"
      viewBox="0 0 25 30"
      width={width}
      height={Math.round((width * 29) / 24)}
      aria-hidden="true"
      style={{ color: `var(--${category ?? categoryOfKind(kind)})` }}
    >
      <path
        className="file-icon-page"
        d="M4.5.75h10.7L24.25 9.8v15.7a3.75 3.75 0 0 1-3.75 3.75h-16A3.75 3.75 0 0 1 .75 25.5v-21A3.75 3.75 0 0 1 4.5.75z"
      />
      <path className="file-icon-fold" d="M15.2.75v5.3A3.75 3.75 0 0 0 18.95 9.8h5.3z" />
      {icons[kind]}
    </svg>
  );
};
