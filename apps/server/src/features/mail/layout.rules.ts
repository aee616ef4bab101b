import type { Accent } from '@holdall/contract/colors';
import { directionOf } from '@holdall/contract/text';
import { escapeHtml } from '#lib/http/escape-html.ts';
import type { MailLogo } from '#ports/mailer.ts';
import type { Wording } from './wording.rules.ts';

export interface Dress {
  /** Title of the application. */
  readonly app: string;
  readonly accent: Accent;
  readonly locale: string;
  /** The logo that is attached to the mail; `wide` contains the title as well. */
  readonly logo?: (Pick<MailLogo, 'width' | 'height'> & { readonly wide: boolean }) | undefined;
}

/** Pixels: a logo is scaled down to fit. */
const logoBox = { width: 240, height: 32 } as const;

/** The accents of ui.md (light) in a form that mail programs support; white text is legible on each. */
const accentColors: Readonly<Record<Accent, string>> = {
  petrol: '#006671',
  cobalt: '#2558a1',
  iris: '#5848a2',
  plum: '#853772',
  ember: '#8e3f14',
  moss: '#316834',
  graphite: '#4d5c61',
};

const font = "Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const quoteOf = ({ quote }: Wording, start: 'left' | 'right'): string[] => {
  if (quote === undefined) return [];
  const lines = quote.split('\n').map(escapeHtml).join('<br>');
  return [
    // A person's text may have another direction.
    `<p dir="auto" style="margin:16px 0 0;padding-${start}:12px;border-${start}:3px solid #dbe1e2;font:15px/22px ${font};color:#415052;word-break:break-word">${lines}</p>`,
  ];
};

/** Returns the sender as pages show it: the wide logo, or logo and title. */
const brandOf = ({ app, logo }: Dress): string => {
  if (logo === undefined) return escapeHtml(app);
  const scale = Math.min(logoBox.width / logo.width, logoBox.height / logo.height);
  const [width, height] = [logo.width, logo.height].map((edge) => Math.max(1, Math.round(edge * scale)));
  const picture = `<img src="cid:logo" width="${width}" height="${height}" alt="${logo.wide ? escapeHtml(app) : ''}" style="border:0;vertical-align:middle">`;
  return logo.wide ? picture : `${picture}&nbsp; ${escapeHtml(app)}`;
};

const buttonOf = ({ button }: Wording, color: string): string[] => {
  if (button === undefined) return [];
  const link = escapeHtml(button.link);
  return [
    '<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 20px"><tr>',
    `<td bgcolor="${color}" style="background:${color};border-radius:9px">`,
    `<a href="${link}" style="display:inline-block;padding:12px 20px;font:600 15px/20px ${font};color:#ffffff;text-decoration:none">${escapeHtml(button.label)}</a>`,
    '</td></tr></table>',
    `<p style="margin:0;font:13px/18px ${font};color:#566567">${escapeHtml(button.linkBelow)}<br>`,
    `<a href="${link}" style="color:${color};word-break:break-all">${link}</a></p>`,
  ];
};

/**
 * Renders the one layout of all mails. Styles are inline, because many programs drop others; every text has its own
 * background, so that it is legible in light and dark mode; nothing is fetched.
 */
export const htmlOf = (wording: Wording, dress: Dress): string => {
  const { accent, locale } = dress;
  const direction = directionOf(locale);
  const start = direction === 'rtl' ? 'right' : 'left';
  return [
    '<!doctype html>',
    `<html lang="${escapeHtml(locale)}"${direction === 'rtl' ? ' dir="rtl"' : ''}>`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light only"><meta name="supported-color-schemes" content="light only">',
    `<title>${escapeHtml(wording.subject)}</title></head>`,
    '<body bgcolor="#eff3f4" style="margin:0;padding:0;background:#eff3f4;color:#112123">',
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#eff3f4" style="background:#eff3f4"><tr>',
    '<td align="center" style="padding:32px 16px">',
    `<table role="presentation" dir="${direction}" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;text-align:${start}">`,
    `<tr><td style="padding:0 8px 16px;font:600 15px/20px ${font};color:#415052">${brandOf(dress)}</td></tr>`,
    '<tr><td bgcolor="#ffffff" style="background:#ffffff;border:1px solid #dbe1e2;border-radius:16px;padding:32px">',
    `<h1 style="margin:0 0 12px;font:600 22px/28px ${font};color:#112123">${escapeHtml(wording.title)}</h1>`,
    `<p style="margin:0;font:15px/22px ${font};color:#112123;word-break:break-word">${escapeHtml(wording.text)}</p>`,
    ...quoteOf(wording, start),
    ...buttonOf(wording, accentColors[accent]),
    '</td></tr>',
    `<tr><td style="padding:16px 8px 0;font:13px/18px ${font};color:#566567;word-break:break-word">${escapeHtml(wording.why)}</td></tr>`,
    '</table></td></tr></table>',
    '</body></html>',
    '',
  ].join('\n');
};

/** Renders a mail as plain text. */
export const textOf = ({ title, text, quote, button, why }: Wording, { app }: Pick<Dress, 'app'>): string =>
  [
    title,
    '',
    text,
    '',
    ...(quote === undefined ? [] : [...quote.split('\n').map((line) => `> ${line}`), '']),
    ...(button === undefined ? [] : [`${button.label}:`, button.link, '']),
    '-- ',
    why,
    app,
    '',
  ].join('\n');
