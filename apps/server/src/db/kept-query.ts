import type { Compilable, CompiledQuery, QueryResult } from 'kysely';
import type { Db } from './database.ts';
import { isPostgres } from './item-set.ts';

/** Stands in a kept query for a value that is known only when it runs. */
class Place {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Names a value of a kept query, where the query needs one. */
export type ValueOf<Values> = <Name extends keyof Values & string>(name: Name) => Values[Name];

/** Runs a kept query with its values. */
export type KeptQuery<Values, Row> = (db: Db, values: Values) => Promise<QueryResult<Row>>;

const valueOf = (name: string): never => new Place(name) as never;

/**
 * Builds a query once for each kind of database, and keeps its text: what every request asks would otherwise be put
 * together from its parts, and checked and written out, every time anew, which takes as long as SQLite takes for it.
 *
 * @param build is called with `value`, which gives what stands for each value: nothing may be made of that but a parameter. The
 *   text must not depend on anything else than the kind of database
 */
export const keepQuery = <Values extends object, Row>(
  build: (db: Db, value: ValueOf<Values>) => Compilable<Row>,
): KeptQuery<Values, Row> => {
  const kept = new Map<boolean, CompiledQuery<Row>>();
  return (db, values) => {
    const kind = isPostgres(db);
    let query = kept.get(kind);
    if (query === undefined) {
      query = build(db, valueOf).compile();
      kept.set(kind, query);
    }
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Place ? (values as Readonly<Record<string, unknown>>)[parameter.name] : parameter,
    );
    return db.executeQuery<Row>({ ...query, parameters });
  };
};
