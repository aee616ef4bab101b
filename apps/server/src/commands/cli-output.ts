import { ConfigError } from '#config/load.ts';

/** A failure of a command. Its message is for people, its code for programs. */
export class CommandError extends ConfigError {
  readonly code: string;
  readonly exitCode: number;

  constructor(code: string, sentence: string, { exitCode = 1 }: { readonly exitCode?: number } = {}) {
    super(sentence);
    this.code = code;
    this.exitCode = exitCode;
  }
}

export const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Prints one JSON object on one line, for programs. */
export const printJson = (value: unknown): void => print(JSON.stringify(value));
