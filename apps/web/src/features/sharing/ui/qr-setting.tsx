import { Download, Printer, QrCode as CodeIcon } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { saveText } from '#shared/lib/save-text.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { Button } from '#shared/ui/button.tsx';
import { QrCode } from '#shared/links/qr-code.tsx';
import { qrQuery } from '../sharing.queries.ts';
import { ShareOption } from './share-option.tsx';

interface QrSettingProps {
  readonly token: string;
  readonly name: string;
}

/** Shows the link as a QR code. */
export const QrSetting = ({ token, name }: QrSettingProps) => {
  const t = useText();
  const shown = honestName(name);
  const [isShown, setShown] = useState(false);
  return (
    <ShareOption
      icon={<CodeIcon />}
      label={t('share.qr')}
      text={t('share.qr_text')}
      control={(ids) => (
        <Button
          aria-describedby={ids['aria-labelledby']}
          aria-expanded={isShown}
          onClick={() => setShown(!isShown)}
        >
          {t(isShown ? 'share.hide' : 'share.show')}
        </Button>
      )}
    >
      {isShown && (
        <QrCode query={qrQuery(token)} alt={t('share.qr_alt', { name: shown })}>
          {(svg) => (
            <div>
              <Button
                size="small"
                icon={<Download className="icon-16" />}
                onClick={() => saveText(`${shown}.svg`, svg, 'image/svg+xml')}
              >
                {t('share.qr_save')}
              </Button>
              <Button size="small" icon={<Printer className="icon-16" />} onClick={() => print()}>
                {t('share.qr_print')}
              </Button>
            </div>
          )}
        </QrCode>
      )}
    </ShareOption>
  );
};
