import type { AnswersOf } from '@holdall/contract/endpoint';
import type { prepareZip } from '@holdall/contract/downloads';
import type { PreparedZip } from './zip.types.ts';

export const presentPreparedZip = ({
  id,
  name,
  size,
  entries,
}: PreparedZip): AnswersOf<typeof prepareZip> => ({
  data: { id, url: `/api/zip?selection=${id}`, name, size, entries },
});
