import './empty-block.css';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from './button.tsx';

interface EmptyBlockProps {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly text?: string;
  readonly action?: ReactNode;
}

/** Says that there is nothing here, where a list would stand. */
export const EmptyBlock = ({ icon, title, text, action }: EmptyBlockProps) => (
  <div className="empty-block">
    {icon}
    <b>{title}</b>
    {text && <p>{text}</p>}
    {action}
  </div>
);

/** Says that a part of the page did not load, and tries again. */
export const ErrorBlock = ({ busy, onRetry }: { readonly busy: boolean; readonly onRetry: () => void }) => {
  const t = useText();
  return (
    <div className="empty-block" role="alert">
      <b>{t('section.not_loaded')}</b>
      <Button busy={busy} icon={<RotateCw className="icon-16" />} onClick={onRetry}>
        {t('actions.try_again')}
      </Button>
    </div>
  );
};
