import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const health = z.object({ status: z.enum(['ok', 'unavailable']) });

export const healthLive = endpoint({
  method: 'GET',
  path: '/health/live',
  access: 'public',
  tag: 'Health',
  summary: 'The process answers.',
  answers: { 200: health },
});

export const healthReady = endpoint({
  method: 'GET',
  path: '/health/ready',
  access: 'public',
  tag: 'Health',
  summary: 'Database and blob store answer; 503 otherwise.',
  answers: { 200: health },
  errors: ['server.unavailable', 'setup.required'],
});
