import './qr-code.css';
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { LateSkeleton } from '#shared/ui/late-skeleton.tsx';
import { Unloaded } from '#shared/ui/unloaded.tsx';

const size = 168;

interface Code {
  readonly svg: string;
}

interface QrCodeProps<Known extends Code> {
  /** Answers the code as SVG. */
  readonly query: UseQueryOptions<Known, Error, Known, string[]>;
  readonly alt: string;
  /** Drawn beside it, once it is there. */
  readonly children?: (svg: string) => React.ReactNode;
}

/** A code that phones read. */
export const QrCode = <Known extends Code>({ query, alt, children }: QrCodeProps<Known>) => {
  const { data, isError, isFetching, refetch } = useQuery(query);
  if (!data)
    return (
      <Unloaded {...{ isError, isFetching, refetch }}>
        <LateSkeleton width={size} height={size} />
      </Unloaded>
    );
  return (
    <div className="qr-code">
      <img src={`data:image/svg+xml,${encodeURIComponent(data.svg)}`} alt={alt} width={size} height={size} />
      {children?.(data.svg)}
    </div>
  );
};
