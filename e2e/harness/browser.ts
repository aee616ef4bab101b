import { type Browser, chromium } from 'playwright-core';
import { userInfo } from 'node:os';
import { findChromium } from '../../scripts/test/tools.ts';

const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the system's Chromium without a window. */
const launchBrowser = (): Promise<Browser> => {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('There is no Chromium on this machine.');
  // Chromium's sandbox refuses to work for root, which is who runs tests in a container.
  const sandbox = userInfo().uid === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args: [...flags, ...sandbox] });
};

let launched: Promise<Browser> | undefined;

/** The browser that the files of this process share, one after another; it ends with the process. */
export const sharedBrowser = async (): Promise<Browser> => {
  const browser = await launched?.catch(() => undefined);
  if (browser?.isConnected()) return browser;
  launched = launchBrowser();
  return launched;
};
