import './recovery-codes.css';
import { Download, Printer } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { useConfig } from '#shared/config/config.ts';
import { saveText } from '#shared/lib/save-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { Popup, PopupFooter } from '#shared/ui/popup.tsx';
import { CopyButton } from './copy-button.tsx';

interface RecoveryCodesProps {
  readonly title: string;
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Shows recovery codes once, to copy, save as a file, or print. Only its button closes the popup. */
export const RecoveryCodes = ({ title, codes, onClose }: RecoveryCodesProps) => {
  const t = useText();
  const app = useConfig((config) => config.app.title);
  const all = codes.join('\n');
  return (
    <Popup title={title}>
      <div className="popup-content form-fields">
        <p>{t('account.codes.text')}</p>
        <ul className="recovery-codes" aria-label={t('account.codes.title')}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className="recovery-codes-actions">
          <CopyButton text={all} />
          <Button
            size="small"
            icon={<Download className="icon-16" />}
            onClick={() => saveText('recovery-codes.txt', `${t('account.codes.of', { app })}\n\n${all}\n`)}
          >
            {t('account.codes.save')}
          </Button>
          <Button size="small" icon={<Printer className="icon-16" />} onClick={() => print()}>
            {t('account.codes.print')}
          </Button>
        </div>
      </div>
      <PopupFooter>
        <Button look="primary" onClick={onClose}>
          {t('account.codes.done')}
        </Button>
      </PopupFooter>
    </Popup>
  );
};
