import { z } from 'zod';
import { serverEndpoints } from './server.endpoints.ts';
import { endpoint } from './endpoint.ts';

const health = z.object({ status: z.enum(['ok', 'unavailable']) });

export const healthLive = endpoint({
  ...serverEndpoints.healthLive,
  access: 'public',
  tag: 'Health',
  summary: 'The process answers.',
  answers: { 200: health },
});

export const healthReady = endpoint({
  ...serverEndpoints.healthReady,
  access: 'public',
  tag: 'Health',
  summary: 'Database and blob store answer, or the installation is waited for; 503 otherwise.',
  answers: { 200: health },
  errors: ['server.unavailable', 'server.disk_failed'],
});

export const readMetrics = endpoint({
  ...serverEndpoints.readMetrics,
  access: 'public',
  tag: 'Health',
  summary: 'Figures in the format of Prometheus, with the operator’s token alone; others find nothing here.',
  answers: { 200: 'bytes' },
  errors: ['request.not_found'],
});

/** The part of the endpoint table that stands here. */
export const healthTable = { healthLive, healthReady, readMetrics };
