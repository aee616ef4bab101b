import { accentTokens } from '@holdall/contract/accent-tokens';
import { escapeHtml } from '#lib/http/escape-html.ts';
import type { Brand } from '#ports/brand-store.ts';

/** Rules that dress the page in an accent; none for petrol, which is that of the style itself. */
const accentStyle = ({ accent }: Brand): string => {
  const rules = (theme: 'light' | 'dark'): string => {
    const tokens = accentTokens(accent, theme);
    return `:root { ${['accent', 'on-accent', 'focus'].map((name) => `--${name}: ${tokens[name]};`).join(' ')} }`;
  };
  return accent === 'petrol'
    ? ''
    : `${rules('light')} @media (prefers-color-scheme: dark) { ${rules('dark')} }\n`;
};

/** The product's mark, as the application draws it (`shared/ui/logo.tsx`). */
const mark =
  '<svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9" fill="var(--accent)"/>' +
  '<path d="M8.5 21.5V12.2c0-1.5.9-2.7 2.4-2.7h3.3c.8 0 1.5.3 2 .9l1 1.2c.5.6 1.2.9 2 .9h2c1.5 0 2.3 1 2.3 2.4v6.6" fill="none" stroke="var(--on-accent)" stroke-width="2.2" stroke-linecap="round" opacity=".55"/>' +
  '<path d="M8.5 16.5h15v4.3c0 1.5-1.2 2.7-2.7 2.7h-9.6a2.7 2.7 0 0 1-2.7-2.7z" fill="var(--on-accent)"/></svg>';

const renderBrand = ({ title, logo }: Brand): string => {
  const name = escapeHtml(title);
  if (logo === undefined) return `${mark}<b>${name}</b>`;
  const picture = (alt: string): string => `<img alt="${alt}" src="data:image/png;base64,${logo.png}">`;
  return logo.isWide ? picture(name) : `${picture('')}<b>${name}</b>`;
};

/** Renders the brand as styles and markup for a page without further files; loaded when such a page is sent. */
export const drawBrand = (brand: Brand): { readonly style: string; readonly html: string } => ({
  style: accentStyle(brand),
  html: renderBrand(brand),
});
