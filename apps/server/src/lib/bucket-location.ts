/** Amazon's own address of a region. */
const amazonEndpoint = (region: string): string =>
  `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;

export interface NamedBucket {
  /** Absent: Amazon's of the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  /** Absent: in the path everywhere but at Amazon. */
  readonly pathStyle: boolean | undefined;
}

/** Completes the location of a bucket with defaults. */
export const bucketLocation = ({ endpoint, region, bucket, pathStyle }: NamedBucket) => ({
  endpoint: endpoint ?? amazonEndpoint(region),
  region,
  bucket,
  // A dot in its name would make the bucket's host one that no certificate is for.
  pathStyle: pathStyle ?? (endpoint !== undefined || bucket.includes('.')),
});

interface Bucket {
  readonly endpoint: string;
  readonly bucket: string;
  readonly prefix: string;
}

/** Tells whether both name the same objects; credentials do not matter. */
export const isSameBucket = (one: Bucket, other: Bucket): boolean =>
  one.endpoint === other.endpoint && one.bucket === other.bucket && one.prefix === other.prefix;
