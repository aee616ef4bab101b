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

interface QrPictureProps extends Code {
  readonly ref?: React.Ref<HTMLDivElement>;
  readonly alt: string;
  /** Drawn beside it. */
  readonly children?: React.ReactNode;
}

/** A code that is there. */
export const QrPicture = ({ ref, svg, alt, children }: QrPictureProps) => (
  <div ref={ref} className="qr-code">
    <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={alt} width={size} height={size} />
    {children}
  </div>
);

const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

/** A code that phones read, once it was answered: it was asked for a moment ago, and comes into view. */
export const QrCode = <Known extends Code>({ query, alt, children }: QrCodeProps<Known>) => {
  const { data, isError, isFetching, refetch } = useQuery(query);
  if (!data)
    return (
      <Unloaded {...{ isError, isFetching, refetch }}>
        <LateSkeleton width={size} height={size} />
      </Unloaded>
    );
  return (
    <QrPicture ref={intoView} svg={data.svg} alt={alt}>
      {children?.(data.svg)}
    </QrPicture>
  );
};
