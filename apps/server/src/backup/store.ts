/** The part of a connection used here. */
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

/** Begins a transaction with a snapshot and returns the snapshot's name for another program. */
export async function exportSnapshot(connection: Connection): Promise<string> {
  await connection.query('begin isolation level repeatable read, read only');
  const { rows } = await connection.query('select pg_export_snapshot() as name');
  return String(rows[0]?.name);
}

const OTHERS = `
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend'`;

export async function countOthers(connection: Connection): Promise<number> {
  const { rows } = await connection.query(`select count(*)::text as count ${OTHERS}`);
  return Number(rows[0]?.count);
}

/** Identifies a database independently of its address. */
export async function identityOf(connection: Connection): Promise<string> {
  const { rows } = await connection.query(
    'select system_identifier::text as server, current_database() as name from pg_control_system()',
  );
  return `${rows[0]?.server} ${rows[0]?.name}`;
}

/** The server's process id of a connection. */
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
 * Begins a transaction that empties the database, unless others use it. `ownPid` is another connection of the caller.
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

/** Raises an exception listing every difference in tables and row counts. */
function assertRows(expected: Record<string, number>): string {
  // The text is within two kinds of quotes.
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

/** Sessions ended after the backup would be open again. A dump leaves `search_path` empty. */
const endAllSessions = (nowMs: number): string => `
set local search_path = public;
update sessions set ended_at_ms = ${nowMs}, end_reason = 'restored' where ended_at_ms is null;
`;

/** Push messages end with their sessions. */
const END_ALL_PUSHES = 'delete from public.push_subscriptions;';

/**
 * Ends the transaction of a restore if every table has its rows. It ends all sessions before the commit, so that none is
 * ever open, but after the comparison, because ending a session adds rows.
 */
export const commitRestored = (expected: Record<string, number>, nowMs: number): string => `
${assertRows(expected)}
${'public.sessions' in expected ? endAllSessions(nowMs) : ''}
${'public.push_subscriptions' in expected ? END_ALL_PUSHES : ''}
commit;
`;

/** The id of an object that every restore recreates, so a new id means a restore; null if it is missing. */
export async function madeAnewOf(connection: Connection): Promise<string | null> {
  const { rows } = await connection.query(
    `select oid::text as oid from pg_namespace where nspname = 'public'`,
  );
  return rows[0] === undefined ? null : String(rows[0].oid);
}
