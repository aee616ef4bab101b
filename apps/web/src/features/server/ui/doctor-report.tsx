import '#shared/ui/table.css';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { currentLocale } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import type { Checked, Report } from '../doctor.queries.ts';

const icons = { ok: CircleCheck, warning: TriangleAlert, failed: CircleAlert } as const;

const Row = ({ checked }: { readonly checked: Checked }) => {
  const t = useText();
  const { check, state, examined, found, repaired } = checked;
  const Icon = icons[state];
  const written = (count: number): string => count.toLocaleString(currentLocale());
  return (
    <tr>
      <th scope="row">
        <span className="doctor-check" data-state={state}>
          <Icon className="icon-16" role="img" aria-label={t(`doctor.state.${state}`)} />
          {t(`doctor.check.${check}`)}
        </span>
      </th>
      <td className="table-number">{written(examined)}</td>
      <td className="table-number" data-found={found > 0 || undefined}>
        {written(found)}
      </td>
      <td className="table-number">{written(repaired)}</td>
    </tr>
  );
};

/** Shows the findings of an examination, check by check. */
export const DoctorReport = ({ checks }: Pick<Report, 'checks'>) => {
  const t = useText();
  const withExamples = checks.filter(({ examples }) => examples.length > 0);
  return (
    <>
      <div className="table-scroller" role="region" aria-label={t('doctor.table')} tabIndex={0}>
        <table className="table doctor-table" aria-label={t('doctor.table')}>
          <thead>
            <tr>
              <th scope="col">{t('doctor.check')}</th>
              {(['examined', 'found', 'repaired'] as const).map((name) => (
                <th key={name} scope="col" className="table-number">
                  {t(`doctor.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {checks.map((checked) => (
              <Row key={checked.check} checked={checked} />
            ))}
          </tbody>
        </table>
      </div>
      {withExamples.map(({ check, examples }) => (
        <details key={check} className="doctor-examples">
          <summary>{t('doctor.examples', { check: t(`doctor.check.${check}`) })}</summary>
          <ul>
            {examples.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </details>
      ))}
    </>
  );
};
