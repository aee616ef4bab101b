import { z } from 'zod';
import { id } from './ids.ts';

/** A folder as others name it in passing: above an item, among the favourites, in the tree. */
export const namedFolder = z.object({
  id,
  name: z.string(),
  emoji: z.string().nullable(),
  color: z.string().nullable(),
});
