import './folder-icon.css';
import { folderColors } from '@holdall/contract/colors';
import type { CSSProperties } from 'react';
import { Emoji } from './emoji.tsx';

const nameOf = (hex: string): string | undefined =>
  Object.entries(folderColors).find(([, value]) => value === hex)?.[0];

/** The three shades of a folder: the token's where there is one, else made from the colour itself. */
const shades = (hex: string): CSSProperties => {
  const name = nameOf(hex);
  const of = (part: 'front' | 'back' | 'edge', other: string): string =>
    name ? `var(--folder-${name}-${part})` : other;
  return {
    '--folder-front': of('front', hex),
    '--folder-back': of('back', `color-mix(in oklab, ${hex}, black 24%)`),
    '--folder-edge': of('edge', `color-mix(in oklab, ${hex}, white 28%)`),
  } as CSSProperties;
};

interface FolderIconProps {
  /** `#rrggbb`; null takes the product's colour. */
  readonly color: string | null;
  readonly emoji: string | null;
  /** Width in pixels; the height follows. */
  readonly width: number;
}

/** Narrower than this, an emoji on a folder could not be told: it stands alone. */
const emojiFrom = 24;

/** A folder in its colour, wearing its emoji; decoration, the name stands beside it. */
export const FolderIcon = ({ color, emoji, width }: FolderIconProps) =>
  emoji && width < emojiFrom ? (
    <Emoji value={emoji} size={Math.round(width * 0.8)} />
  ) : (
    <DrawnFolder {...{ color, emoji, width }} />
  );

const DrawnFolder = ({ color, emoji, width }: FolderIconProps) => (
  <span
    className="folder-icon"
    style={{ ...shades(color ?? folderColors.petrol), width, height: Math.round((width * 40) / 48) }}
  >
    <svg viewBox="0 0 48 40" aria-hidden="true">
      <path
        className="folder-back"
        d="M3 8.2A4.2 4.2 0 0 1 7.2 4h9.3c1.2 0 2.3.5 3.1 1.4l2.2 2.4c.8.9 1.9 1.4 3.1 1.4h15.9A4.2 4.2 0 0 1 45 13.4v16H3z"
      />
      <path
        className="folder-front"
        d="M2 16.5A3.5 3.5 0 0 1 5.5 13h37a3.5 3.5 0 0 1 3.48 3.86l-1.7 16.3A4.3 4.3 0 0 1 40 37H8a4.3 4.3 0 0 1-4.28-3.84L2.02 16.86z"
      />
      <path
        className="folder-edge"
        d="M5.5 13h37a3.5 3.5 0 0 1 3.48 3.86l-.04.4A3.5 3.5 0 0 0 42.5 14.2h-37A3.5 3.5 0 0 0 2.06 17.2l-.04-.34A3.5 3.5 0 0 1 5.5 13z"
      />
    </svg>
    {emoji && (
      <span className="folder-emoji">
        <Emoji value={emoji} size={Math.round(width * 0.4)} />
      </span>
    )}
  </span>
);
