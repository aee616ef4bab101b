import './server.css';
import { RefreshCw } from 'lucide-react';
import { foundOf, type Found, type MachineCheck } from '#shared/checks/machine-check.ts';
import { text } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { CheckList } from '#shared/ui/check-list.tsx';
import type { ServerState } from '../server.queries.ts';

interface ChecksCardProps extends Pick<ServerState, 'checks' | 'apart'> {
  readonly isLooking: boolean;
  readonly again: () => void;
}

/** Uses the wizard's texts, except where those mention its own steps. */
const wordsOf = (check: MachineCheck, apart: number): Found => {
  const found = foundOf(check, apart);
  return check.reason === 'logged' ? { ...found, text: text('server.mail_logged') } : found;
};

/** Shows the checks of this machine. */
export const ChecksCard = ({ checks, apart, isLooking, again }: ChecksCardProps) => {
  const t = useText();
  if (checks.length === 0) return null;
  return (
    <Card
      title={t('server.checks')}
      end={
        <Button size="small" icon={<RefreshCw className="icon-16" />} busy={isLooking} onClick={again}>
          {t('setup.check.again')}
        </Button>
      }
    >
      <div className="server-checks">
        <CheckList label={t('server.checks')} checks={checks.map((check) => wordsOf(check, apart))} />
      </div>
    </Card>
  );
};
