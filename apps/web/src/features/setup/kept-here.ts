const prefix = 'holdall:setup-';

/** What this browser keeps for the wizard, also when the page is closed. Browsers may refuse to keep anything. */
export const keptHere = {
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
      // It lasts as long as the page.
    }
  },
  remove(name: string): void {
    try {
      localStorage.removeItem(prefix + name);
    } catch {
      // Nothing was kept.
    }
  },
};
