import type { DatabaseCheck } from '#db/check/check-postgres.ts';
import type { TlsMode } from '#lib/postgres-url.ts';

/** The form of a database. */
export type DatabaseInput =
  | { readonly kind: 'sqlite' }
  | {
      readonly kind: 'postgres';
      readonly host: string;
      readonly port: number;
      readonly database: string;
      readonly user: string;
      /** Undefined: the stored password, for the same user of the same server alone. */
      readonly password: string | undefined;
      readonly tls: TlsMode;
      /** PEM */
      readonly ca: string | undefined;
    };

/** The chosen database, without its password. */
export type ShownDatabase =
  | { readonly kind: 'sqlite' }
  | (Omit<Extract<DatabaseInput, { kind: 'postgres' }>, 'password'> & { readonly hasPassword: boolean });

/** The choice of the database that this server uses from its next start on. */
export interface DatabaseChooser {
  /** `operator`: the configuration names it, and it cannot be chosen here. `nobody`: SQLite, by default. */
  current(): { readonly setBy: 'operator' | 'file' | 'nobody'; readonly database: ShownDatabase };
  /** Tries it as it will be used; changes nothing. */
  check(input: DatabaseInput): Promise<DatabaseCheck>;
  /** Tries the one that is chosen now. */
  checkCurrent(): Promise<DatabaseCheck>;
  /** Keeps it. @throws Error where the operator has chosen */
  save(input: DatabaseInput): void;
}
