import { sayInCalls } from '#shared/api/page-headers.ts';
import { wizardStorage } from './wizard-storage.ts';

/**
 * Key under which this browser stores the code until the installation is done, so that a reopened page needs it no
 * second time.
 */
const storageName = 'code';
const header = 'x-setup-code';

/** Returns the characters that the server compares. Chats insert dashes and spaces that no header may contain. */
export const plainCode = (code: string): string => code.replaceAll(/[^A-Za-z0-9-]/g, '');

/** Sends the one-time code that the server printed with every call. */
export const sendCode = (code: string): void => {
  const plain = plainCode(code);
  wizardStorage.write(storageName, plain);
  sayInCalls(header, plain);
};

/** Deletes the code once it was wrong or the installation is done. */
export const forgetCode = (): void => {
  wizardStorage.remove(storageName);
  sayInCalls(header, undefined);
};

/**
 * Removes the code of a link (`/install#code=…`) from the address, where others may see it; else uses the stored one.
 */
export const takeCode = (): void => {
  const linked = new URLSearchParams(location.hash.slice(1)).get('code');
  if (linked) history.replaceState(history.state, '', location.pathname + location.search);
  const code = linked ?? wizardStorage.read(storageName);
  if (code && plainCode(code)) sendCode(code);
};
