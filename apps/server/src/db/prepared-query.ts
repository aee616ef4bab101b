import type { Compilable, CompiledQuery, QueryResult } from 'kysely';
import type { Db } from './database.ts';
import { isPostgres } from '#db/dialect.ts';

/** Stands in a prepared query for a value that is known only when it runs. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Names a value of a prepared query, where the query needs one. */
export type ValueOf<Values> = <Name extends keyof Values & string>(name: Name) => Values[Name];

/** Runs a prepared query with its values. */
export type PreparedQuery<Values, Row> = (db: Db, values: Values) => Promise<QueryResult<Row>>;

const valueOf = (name: string): never => new Placeholder(name) as never;

/**
 * Builds a query once for each kind of database, and keeps its text: building, checking and serialising the
 * query of a hot call takes as long as SQLite takes to run it.
 *
 * @param build receives `value`, which returns a placeholder for each value: it may only be used as a
 * parameter. The text must depend on nothing but the kind of database
 */
export const prepareQuery = <Values extends object, Row>(
  build: (db: Db, value: ValueOf<Values>) => Compilable<Row>,
): PreparedQuery<Values, Row> => {
  const kept = new Map<boolean, CompiledQuery<Row>>();
  return (db, values) => {
    const kind = isPostgres(db);
    let query = kept.get(kind);
    if (query === undefined) {
      query = build(db, valueOf).compile();
      kept.set(kind, query);
    }
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder
        ? (values as Readonly<Record<string, unknown>>)[parameter.name]
        : parameter,
    );
    return db.executeQuery<Row>({ ...query, parameters });
  };
};
