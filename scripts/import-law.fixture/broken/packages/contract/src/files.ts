// breaks: contract-stands-alone
import type { Row } from '../../../apps/server/src/features/files/files.types.ts';

export type Item = Row;
