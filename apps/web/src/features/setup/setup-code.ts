import { sayInCalls } from '#shared/api/page-headers.ts';
import { keptHere } from './kept-here.ts';

/**
 * This browser keeps it until the installation is done: whoever closes the page finds their answers again without
 * looking for the code once more.
 */
const storageName = 'code';
const header = 'x-setup-code';

/** What of it the server compares. Chats put in dashes and spaces of their own, which no header may have. */
export const plainCode = (code: string): string => code.replaceAll(/[^A-Za-z0-9-]/g, '');

/** Has every call bear the one-time code that the server printed. */
export const sendCode = (code: string): void => {
  const plain = plainCode(code);
  keptHere.write(storageName, plain);
  sayInCalls(header, plain);
};

/** Forgets the code: it was wrong, or has done its work. */
export const forgetCode = (): void => {
  keptHere.remove(storageName);
  sayInCalls(header, undefined);
};

/**
 * Takes the code of a link (`/install#code=…`) out of the address, where others may see it; else the one that this
 * browser knows already.
 */
export const takeCode = (): void => {
  const linked = new URLSearchParams(location.hash.slice(1)).get('code');
  if (linked) history.replaceState(history.state, '', location.pathname + location.search);
  const code = linked ?? keptHere.read(storageName);
  if (code && plainCode(code)) sendCode(code);
};
