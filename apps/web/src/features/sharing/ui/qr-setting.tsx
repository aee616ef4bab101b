import { Download, Printer, QrCode } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { Button } from '#shared/ui/button.tsx';
import { LateSkeleton } from '#shared/ui/late-skeleton.tsx';
import { Unloaded } from '#shared/ui/unloaded.tsx';
import { qrQuery } from '../sharing.queries.ts';
import { ShareOption } from './share-option.tsx';

/** The code as a file, as the browser saves it. */
const save = (svg: string, name: string): void => {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}.svg`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address));
};

interface QrSettingProps {
  readonly token: string;
  readonly name: string;
}

const Code = ({ token, name }: QrSettingProps) => {
  const t = useText();
  const { data, isError, isFetching, refetch } = useQuery(qrQuery(token));
  if (!data)
    return (
      <Unloaded {...{ isError, isFetching, refetch }}>
        <LateSkeleton width={168} height={168} />
      </Unloaded>
    );
  return (
    <div className="share-qr">
      <img
        src={`data:image/svg+xml,${encodeURIComponent(data.svg)}`}
        alt={t('share.qr_alt', { name })}
        width={168}
        height={168}
      />
      <div>
        <Button size="small" icon={<Download className="icon-16" />} onClick={() => save(data.svg, name)}>
          {t('share.qr_save')}
        </Button>
        <Button size="small" icon={<Printer className="icon-16" />} onClick={() => print()}>
          {t('share.qr_print')}
        </Button>
      </div>
    </div>
  );
};

/** The link as a code that phones read. */
export const QrSetting = ({ token, name }: QrSettingProps) => {
  const t = useText();
  const [isShown, setShown] = useState(false);
  return (
    <ShareOption
      icon={<QrCode />}
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
      {isShown && <Code token={token} name={honestName(name)} />}
    </ShareOption>
  );
};
