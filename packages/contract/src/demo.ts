import { z } from 'zod';
import { authEndpoints } from './auth.endpoints.ts';
import { endpoint } from './endpoint.ts';

/** Hours after which an account of the demo is deleted, with everything in it. */
export const demoHours = 24;

export const openDemo = endpoint({
  ...authEndpoints.openDemo,
  access: 'public',
  tag: 'Session',
  summary: 'Make a throwaway account with sample files and sign in to it; answers only where the demo is on.',
  answers: { 200: z.object({ until: z.iso.datetime() }) },
  errors: ['request.not_found', 'demo.full', 'limit.too_many', 'request.cross_site'],
});

/** The part of the endpoint table that stands here. */
export const demoTable = { openDemo };
