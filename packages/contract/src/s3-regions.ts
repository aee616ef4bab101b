/**
 * Regions of object storage that can be chosen, us-east-1 to sa-east-1 (specification section 3, selectable
 * lists). Names of places are as Amazon writes them, in every language.
 */
export const s3Regions = [
  { value: 'us-east-1', name: 'US East (N. Virginia)' },
  { value: 'us-east-2', name: 'US East (Ohio)' },
  { value: 'us-west-1', name: 'US West (N. California)' },
  { value: 'us-west-2', name: 'US West (Oregon)' },
  { value: 'af-south-1', name: 'Africa (Cape Town)' },
  { value: 'ap-east-1', name: 'Asia Pacific (Hong Kong)' },
  { value: 'ap-southeast-3', name: 'Asia Pacific (Jakarta)' },
  { value: 'ap-south-1', name: 'Asia Pacific (Mumbai)' },
  { value: 'ap-northeast-3', name: 'Asia Pacific (Osaka)' },
  { value: 'ap-northeast-2', name: 'Asia Pacific (Seoul)' },
  { value: 'ap-southeast-1', name: 'Asia Pacific (Singapore)' },
  { value: 'ap-southeast-2', name: 'Asia Pacific (Sydney)' },
  { value: 'ap-northeast-1', name: 'Asia Pacific (Tokyo)' },
  { value: 'ca-central-1', name: 'Canada (Central)' },
  { value: 'eu-central-1', name: 'Europe (Frankfurt)' },
  { value: 'eu-west-1', name: 'Europe (Ireland)' },
  { value: 'eu-west-2', name: 'Europe (London)' },
  { value: 'eu-south-1', name: 'Europe (Milan)' },
  { value: 'eu-west-3', name: 'Europe (Paris)' },
  { value: 'eu-north-1', name: 'Europe (Stockholm)' },
  { value: 'me-south-1', name: 'Middle East (Bahrain)' },
  { value: 'sa-east-1', name: 'South America (São Paulo)' },
] as const;
export type S3Region = (typeof s3Regions)[number]['value'];
