import type { Compilable, CompiledQuery, QueryResult } from 'kysely';
import type { Db } from './database.ts';
import { isPostgres } from './item-set.ts';

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
 * Builds a query once for each kind of database, and keeps its text: what every request asks would otherwise be put
 * together from its parts, and checked and written out, every time anew, which takes as long as SQLite takes for it.
 *
 * @param build is called with `value`, which gives what stands for each value: nothing may be made of that but a parameter. The
 *   text must not depend on anything else than the kind of database
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
