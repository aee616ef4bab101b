import './requests.css';
import { Check, Link2, QrCode } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { copyText } from '#shared/lib/copy-text.ts';
import { honestName } from '#shared/lib/split-name.ts';
import { requestAddress } from '#shared/paths/request-address.ts';
import { Button } from '#shared/ui/button.tsx';
import { LateSkeleton } from '#shared/ui/late-skeleton.tsx';
import { announce } from '#shared/ui/live-region.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { Unloaded } from '#shared/ui/unloaded.tsx';
import { requestQrQuery, type OwnRequest } from '../requests.queries.ts';

const size = 168;

const Code = ({ request }: { readonly request: OwnRequest }) => {
  const t = useText();
  const { token, name } = request.attributes;
  const { data, isError, isFetching, refetch } = useQuery(requestQrQuery(token));
  if (!data)
    return (
      <Unloaded {...{ isError, isFetching, refetch }}>
        <LateSkeleton width={size} height={size} />
      </Unloaded>
    );
  return (
    <img
      className="request-qr"
      src={`data:image/svg+xml,${encodeURIComponent(data.svg)}`}
      alt={t('requests.qr_alt', { name: honestName(name) })}
      width={size}
      height={size}
    />
  );
};

interface RequestLinkProps {
  readonly request: OwnRequest;
  /** It was made a moment ago: the link is copied at once. */
  readonly fresh?: boolean;
}

/** The link of a request, to be copied or scanned. Where the browser does not copy, it is selected. */
export const RequestLink = ({ request, fresh = false }: RequestLinkProps) => {
  const t = useText();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [copying, setCopying] = useState<'copied' | 'refused'>();
  const [hasCode, setCode] = useState(false);
  const address = requestAddress(request.attributes.token);

  const copy = async (): Promise<void> => {
    const isCopied = await copyText(address);
    setCopying(isCopied ? 'copied' : 'refused');
    announce(t(isCopied ? 'requests.copied' : 'requests.refused'));
    if (isCopied) return;
    field.current?.focus();
    field.current?.select();
  };
  const [copyFirst] = useState(() => (fresh ? copy : undefined));
  useEffect(() => void copyFirst?.(), [copyFirst]);

  return (
    <div className="request-link">
      <label htmlFor={id}>{t('requests.link')}</label>
      <div>
        <TextInput
          ref={field}
          id={id}
          readOnly
          value={address}
          spellCheck={false}
          aria-describedby={copying ? `${id}-text` : undefined}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button
          look="primary"
          icon={copying === 'copied' ? <Check /> : <Link2 />}
          onClick={() => void copy()}
        >
          {t(copying === 'copied' ? 'copy.done' : 'share.copy')}
        </Button>
      </div>
      {copying && (
        <p id={`${id}-text`} className="request-hint">
          {t(copying === 'copied' ? 'requests.copied' : 'requests.refused')}
        </p>
      )}
      {hasCode ? (
        <Code request={request} />
      ) : (
        <Button size="small" icon={<QrCode className="icon-16" />} onClick={() => setCode(true)}>
          {t('requests.show_qr')}
        </Button>
      )}
    </div>
  );
};
