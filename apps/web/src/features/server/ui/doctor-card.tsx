import './server.css';
import { Stethoscope, Wrench } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { formatPercent } from '#shared/lib/format-percent.ts';
import { formatLongDate } from '#shared/lib/format-time.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { FormProblem } from '#shared/ui/field-error.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { Tag } from '#shared/ui/tag.tsx';
import { UnloadedCard } from '#shared/ui/unloaded.tsx';
import { useBeginExamination, useExamination, type Report } from '../doctor.queries.ts';
import { DoctorReport } from './doctor-report.tsx';

/** Percentages of files to read. */
const shares = ['0', '10', '100'] as const;

const Summary = ({ report }: { readonly report: Report }) => {
  const t = useText();
  const { at, sound, repair, read_percent: percent } = report;
  const how = [
    t('doctor.report', { date: formatLongDate(at) }),
    percent > 0 && t('doctor.report_read', { percent: formatPercent(percent / 100) }),
    repair && t('doctor.report_repair'),
  ];
  return (
    <p className="doctor-summary">
      <Tag tone={sound ? 'success' : 'danger'}>{t(sound ? 'doctor.sound' : 'doctor.unsound')}</Tag>
      <span className="muted numeric">{how.filter(Boolean).join(' · ')}</span>
    </p>
  );
};

/** Shows the findings of the last examination, and starts another one. */
export const DoctorCard = () => {
  const t = useText();
  const [share, setShare] = useState<(typeof shares)[number]>('0');
  const begin = useBeginExamination();
  const { data, isError, isFetching, refetch } = useExamination();
  if (!data)
    return <UnloadedCard title={t('doctor.title')} height={240} {...{ isError, isFetching, refetch }} />;
  const { report, coming, failed } = data;
  const isBusy = begin.isPending || coming;
  const start = (repair: boolean): void => {
    if (!isBusy) begin.mutate({ repair, read_percent: Number(share) });
  };
  const leaves = report?.checks.some(({ found, repaired }) => found > repaired) ?? false;
  return (
    <Card title={t('doctor.title')}>
      <p className="card-note">{t('doctor.text')}</p>
      {report ? (
        <>
          <Summary report={report} />
          <DoctorReport checks={report.checks} />
        </>
      ) : (
        <p className="card-note">{t('doctor.none')}</p>
      )}
      {failed && !coming && (
        <div className="server-problem">
          <FormProblem>
            {t('doctor.failed', { date: formatLongDate(failed.at), reason: failed.reason })}
          </FormProblem>
        </div>
      )}
      <div className="card-footer doctor-foot">
        <span className="doctor-reading">
          <span id="doctor-reading">{t('doctor.reading')}</span>
          <Segmented
            aria-labelledby="doctor-reading"
            value={share}
            disabled={isBusy}
            segments={shares.map((value) => ({ value, label: t(`doctor.reading.${value}`) }))}
            onChoose={setShare}
          />
        </span>
        <Button icon={<Stethoscope className="icon-16" />} busy={isBusy} onClick={() => start(false)}>
          {t('doctor.begin')}
        </Button>
        {leaves && (
          <Button
            icon={<Wrench className="icon-16" />}
            aria-describedby="doctor-repair"
            aria-disabled={isBusy || undefined}
            onClick={() => start(true)}
          >
            {t('doctor.repair')}
          </Button>
        )}
        {leaves && (
          <p id="doctor-repair" className="muted doctor-repair">
            {t('doctor.repair_help')}
          </p>
        )}
        <span className="server-coming" role="status">
          {coming && (
            <>
              <Spinner />
              {t('doctor.running')}
            </>
          )}
        </span>
      </div>
    </Card>
  );
};
