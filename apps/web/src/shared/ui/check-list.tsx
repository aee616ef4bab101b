import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { CheckRow, type CheckRowProps } from './check-row.tsx';

interface CheckListProps {
  readonly label: string;
  readonly checks: readonly (CheckRowProps & { readonly name: string })[];
  /** Placeholder rows until the results are known. */
  readonly children?: ReactNode;
}

const urgency = ['broken', 'recommended', 'checking'] as const;

/** Checks that need attention, the gravest first; passed checks fold into one line. */
export const CheckList = ({ label, checks, children }: CheckListProps) => {
  const t = useText();
  const passed = checks.filter(({ state }) => state === 'ok');
  const others = urgency.flatMap((urgent) => checks.filter(({ state }) => state === urgent));
  return (
    <div className="checks">
      {(others.length > 0 || children) && (
        <ul className="check-list" aria-label={label}>
          {others.map(({ name, ...row }) => (
            <CheckRow key={name} {...row} />
          ))}
          {children}
        </ul>
      )}
      {passed.length > 0 && (
        <details className="checks-passed">
          <summary>
            <CircleCheck className="icon-20" />
            {t('setup.checks_passed', { count: passed.length })}
          </summary>
          <ul className="check-list" aria-label={t('setup.checks_passed', { count: passed.length })}>
            {passed.map(({ name, ...row }) => (
              <CheckRow key={name} {...row} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
};
