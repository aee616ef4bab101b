import './pager.css';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { IconButton } from './icon-button.tsx';

interface PagerProps {
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  /** Says what the page shows: `1–25 of 60`. */
  readonly label: string;
  readonly onPage: (page: number) => void;
}

/** Leads from page to page of a list. */
export const Pager = ({ page, pages, label, onPage }: PagerProps) => {
  const t = useText();
  return (
    <nav className="pager" aria-label={t('pager.label')}>
      <span className="numeric muted">{label}</span>
      <IconButton
        label={t('pager.previous')}
        icon={<ChevronLeft />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <IconButton
        label={t('pager.next')}
        icon={<ChevronRight />}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
};
