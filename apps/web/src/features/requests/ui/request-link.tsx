import './requests.css';
import { QrCode as CodeIcon } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { requestAddress } from '#shared/paths/request-address.ts';
import { Button } from '#shared/ui/button.tsx';
import { CopiedLink, type Copying } from '#shared/ui/copied-link.tsx';
import { QrCode } from '#shared/links/qr-code.tsx';
import { requestQrQuery, type OwnRequest } from '../requests.queries.ts';

interface RequestLinkProps {
  readonly request: OwnRequest;
  /** The request was just created, and its link was copied or failed to be. */
  readonly tried?: Copying | undefined;
}

/** Shows the link of a request as text and as a QR code. */
export const RequestLink = ({ request, tried }: RequestLinkProps) => {
  const t = useText();
  const [hasCode, setCode] = useState(false);
  const { token, name } = request.attributes;
  return (
    <div className="request-link">
      <CopiedLink
        address={requestAddress(token)}
        tried={tried}
        spoken={t(tried === 'refused' ? 'share.refused' : 'requests.copied')}
        hint={t('requests.copied')}
      />
      {hasCode ? (
        <QrCode query={requestQrQuery(token)} alt={t('requests.qr_alt', { name: honestName(name) })} />
      ) : (
        <Button size="small" icon={<CodeIcon className="icon-16" />} onClick={() => setCode(true)}>
          {t('requests.show_qr')}
        </Button>
      )}
    </div>
  );
};
