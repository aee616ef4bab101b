import { compose } from '#compose.ts';

export const serve = () => compose();
