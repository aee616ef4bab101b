import './app-preview.css';
import { accentTokens } from '@holdall/contract/accent-tokens';
import { Upload } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { useMedia } from '#shared/lib/use-media.ts';
import { BlobImage } from '#shared/photo/blob-image.tsx';
import { FolderIcon } from '#shared/ui/folder-icon.tsx';
import { Logo } from '#shared/ui/logo.tsx';
import type { AppDraft } from '../app.ts';
import { useStoredImage } from '../images.ts';

/** Tokens of the light theme, since the page may be dark; an attribute applies those of the dark theme. */
const light = {
  canvas: '#eff3f4',
  surface: '#ffffff',
  border: '#dbe1e2',
  text: '#112123',
  accent: '#006671',
  'accent-soft': '#e4f3f5',
  'on-accent': '#ffffff',
} as const;

const asStyle = (tokens: Readonly<Record<string, string>>): CSSProperties =>
  Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--${name}`, value]));

type Look = Pick<AppDraft, 'title' | 'color' | 'default_theme'>;

/** Previews the application's name, logo, colour and theme. */
export const AppPreview = ({ title, color, default_theme }: Look) => {
  const t = useText();
  const isDarkHere = useMedia('(prefers-color-scheme: dark)');
  const logo = useStoredImage('logo');
  const wide = useStoredImage('logo_horizontal');
  const theme = default_theme === 'system' ? (isDarkHere ? 'dark' : 'light') : default_theme;
  const shown = title.trim() || 'Holdall';
  return (
    <div
      className="app-preview"
      role="img"
      aria-label={t('setup.app.preview')}
      data-theme={theme}
      style={asStyle({ ...(theme === 'light' && light), ...accentTokens(color, theme) })}
    >
      <div className="app-preview-head">
        {wide && <BlobImage blob={wide} alt={shown} />}
        {!wide && (logo ? <BlobImage blob={logo} alt="" width={28} height={28} /> : <Logo size={28} />)}
        {!wide && <span className="truncate">{shown}</span>}
      </div>
      <div className="app-preview-sheet">
        <span>
          <FolderIcon color={null} emoji={null} width={24} />
          {t('setup.app.preview_folder')}
        </span>
        <span className="app-preview-action">
          <Upload className="icon-16" />
          {t('setup.app.preview_action')}
        </span>
      </div>
    </div>
  );
};
