import { type Kysely, sql } from 'kysely';

/** The allowed values of a text column. */
export type AllowedValues = readonly [table: string, column: string, values: readonly string[]];

/** Adds a check to each column, named by its table and itself. */
export async function allowOnly(
  db: Kysely<unknown>,
  allowed: readonly AllowedValues[],
): Promise<void> {
  for (const [table, column, values] of allowed) {
    const rule = sql`${sql.ref(column)} in (${sql.join(values.map((value) => sql.lit(value)))})`;
    await db.schema.alterTable(table).addCheckConstraint(`${table}_${column}`, rule).execute();
  }
}
