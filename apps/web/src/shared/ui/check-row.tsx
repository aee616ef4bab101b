import './check-row.css';
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { Spinner } from './spinner.tsx';
import { Tag } from './tag.tsx';

type CheckState = 'checking' | 'ok' | 'recommended' | 'broken';

const icons = {
  checking: <Spinner />,
  ok: <CircleCheck className="icon-20" />,
  recommended: <TriangleAlert className="icon-20" />,
  broken: <CircleX className="icon-20" />,
} as const satisfies Record<CheckState, ReactNode>;

export interface CheckRowProps {
  readonly state: CheckState;
  readonly title: string;
  /** The result, and how to correct it. */
  readonly text?: string;
  /** Lines of a configuration that mend it. */
  readonly lines?: string;
}

/** One thing that was looked at: fine, better mended, or in the way. */
export const CheckRow = ({ state, title, text, lines }: CheckRowProps) => {
  const t = useText();
  return (
    <li className="check-row" data-state={state}>
      {icons[state]}
      <div className="check-row-text">
        <b>{title}</b>
        {text && <p>{text}</p>}
        {lines && <code>{lines}</code>}
      </div>
      {state === 'recommended' && <Tag tone="warning">{t('setup.check.recommended')}</Tag>}
      {state === 'broken' && <Tag tone="danger">{t('setup.check.broken')}</Tag>}
    </li>
  );
};
