/** As much of a connection as counting needs. */
type Connection = {
  query: (text: string) => Promise<{ rows: Record<string, unknown>[] }>;
};

const TABLES = `
  select n.nspname as schema, c.relname as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
  order by 1, 2`;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

async function tablesOf(connection: Connection): Promise<{ schema: string; name: string }[]> {
  const { rows } = await connection.query(TABLES);
  return rows.map(({ schema, name }) => ({ schema: String(schema), name: String(name) }));
}

/** How many rows every table of a database has, by schema and name. */
export async function countRows(connection: Connection): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { schema, name } of await tablesOf(connection)) {
    const { rows } = await connection.query(
      `select count(*)::text as count from ${quoted(schema)}.${quoted(name)}`,
    );
    counts[`${schema}.${name}`] = Number(rows[0]?.count);
  }
  return counts;
}

/** Begins a transaction that sees one moment, and answers the name under which another program sees the same. */
export async function exportSnapshot(connection: Connection): Promise<string> {
  await connection.query('begin isolation level repeatable read, read only');
  const { rows } = await connection.query('select pg_export_snapshot() as name');
  return String(rows[0]?.name);
}

const OTHERS = `
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend'`;

/** How many others are connected to the database. */
export async function countOthers(connection: Connection): Promise<number> {
  const { rows } = await connection.query(`select count(*)::text as count ${OTHERS}`);
  return Number(rows[0]?.count);
}

/** What tells a database from every other one, by whatever address it was reached. */
export async function identityOf(connection: Connection): Promise<string> {
  const { rows } = await connection.query(
    'select system_identifier::text as server, current_database() as name from pg_control_system()',
  );
  return `${rows[0]?.server} ${rows[0]?.name}`;
}

/** The process of a connection, by which the server knows it. */
export async function processOf(connection: Connection): Promise<number> {
  const { rows } = await connection.query('select pg_backend_pid() as pid');
  return Number(rows[0]?.pid);
}

const DROP_SCHEMAS = `
  for name in
    select nspname from pg_namespace
    where nspname not like 'pg\\_%' and nspname <> 'information_schema'
  loop
    execute format('drop schema %I cascade', name);
  end loop;`;

/**
 * Begins a transaction in which everything that the database holds is removed, unless somebody else uses it. `ownPid` is
 * a connection of whoever does this.
 */
export const beginReplacing = (ownPid: number): string => `
begin;
set local client_min_messages = warning;
do $$
declare others int; name text;
begin
  select count(*) into others ${OTHERS} and pid <> ${ownPid};
  if others > 0 then
    raise exception '% others use this database. Stop every process first.', others;
  end if;
${DROP_SCHEMAS}
end $$;
create schema public;
`;

/** Throws with every difference where other tables are there than are expected, or other rows. */
function assertRows(expected: Record<string, number>): string {
  // The text stands within two kinds of quotes.
  const json = JSON.stringify(expected).replaceAll("'", "''").replaceAll('$', '\\u0024');
  return `
do $check$
declare counts jsonb := '{}'; it record; found bigint; differences text;
begin
  for it in ${TABLES}
  loop
    execute format('select count(*) from %I.%I', it.schema, it.name) into found;
    counts := counts || jsonb_build_object(it.schema || '.' || it.name, found);
  end loop;
  select string_agg(format('%s: %s in the backup, %s restored', key,
      coalesce(made.value, 'none'), coalesce(restored.value, 'none')), e'\n' order by key)
    into differences
    from jsonb_each_text('${json}') made full join jsonb_each_text(counts) restored using (key)
    where made.value is distinct from restored.value;
  if differences is not null then
    raise exception e'What was restored differs:\n%', differences;
  end if;
end $check$;
`;
}

/** One that was ended after the backup would be open again. A dump leaves no schema in which names are looked for. */
const endAllSessions = (nowMs: number): string => `
set local search_path = public;
update sessions set ended_at_ms = ${nowMs}, end_reason = 'restored' where ended_at_ms is null;
`;

/**
 * Ends the transaction of a restore, where every table has its rows. Every session is ended in it, so that none is
 * committed open; after the comparison, as the end of a session is itself noted.
 */
export const commitRestored = (expected: Record<string, number>, nowMs: number): string => `
${assertRows(expected)}
${'public.sessions' in expected ? endAllSessions(nowMs) : ''}
commit;
`;

/** What a restore makes anew, and so tells whether one has happened; null where it is not there. */
export async function madeAnewOf(connection: Connection): Promise<string | null> {
  const { rows } = await connection.query(
    `select oid::text as oid from pg_namespace where nspname = 'public'`,
  );
  return rows[0] === undefined ? null : String(rows[0].oid);
}
