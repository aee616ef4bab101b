const prefix = 'holdall:setup-';

/** The browser's storage of the wizard, which survives the page. Browsers may refuse to store anything. */
export const wizardStorage = {
  read(name: string): string | undefined {
    try {
      return localStorage.getItem(prefix + name) ?? undefined;
    } catch {
      return undefined;
    }
  },
  write(name: string, text: string): void {
    try {
      localStorage.setItem(prefix + name, text);
    } catch {
      // The value lasts as long as the page.
    }
  },
  remove(name: string): void {
    try {
      localStorage.removeItem(prefix + name);
    } catch {
      // Nothing was stored.
    }
  },
};
