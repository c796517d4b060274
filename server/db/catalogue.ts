import { createHash } from 'node:crypto';
import type pg from 'pg';

/**
 * Of the functions, these are left out: a restore writes them anew
 * (server/db/transaction-numbers.ts).
 */
const rewritten = `('transaction_number', 'transaction_horizon', 'transactions_begun')`;

const lines = `
  with spaces as (
    select oid, nspname from pg_namespace where nspname in ('public', 'sandbox')
  ),
  tables as (
    select class.*, class.oid::regclass::text as name
    from pg_class as class join spaces on spaces.oid = relnamespace
    where relname not like 'migrations%' and relname not like 'releases%'
      and not exists (select from pg_depend where classid = 'pg_class'::regclass
                        and objid = class.oid and deptype = 'e')
  )
  select format('extension %s', extname) as line from pg_extension
  where extname in ('pg_trgm', 'pgcrypto', 'plpgsql')
  union all
  select format('schema %s', nspname) from spaces
  union all
  select format('%s %s %s %s %s %s', relkind, relpersistence, name, reloptions,
                relrowsecurity, case relkind when 'v' then pg_get_viewdef(oid) end)
  from tables where relkind not in ('i', 'I')
  union all
  select format('column %s.%s %s %s %s %s %s %s', name, attname,
                format_type(atttypid, atttypmod), nullif(attcollation, typcollation)::regcollation,
                attnotnull, attidentity, attgenerated, pg_get_expr(adbin, adrelid))
  from tables join pg_attribute on attrelid = tables.oid join pg_type on pg_type.oid = atttypid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where relkind in ('r', 'p') and attnum > 0 and not attisdropped
  union all
  select format('constraint %s %s %s', name, conname, pg_get_constraintdef(pg_constraint.oid))
  from tables join pg_constraint on conrelid = tables.oid where contype not in ('n', 't')
  union all
  select format('index %s %s', indisvalid, pg_get_indexdef(indexrelid))
  from tables join pg_index on indrelid = tables.oid
  union all
  select pg_get_statisticsobjdef(pg_statistic_ext.oid)
  from tables join pg_statistic_ext on stxrelid = tables.oid
  union all
  select format('trigger %s %s', tgenabled, pg_get_triggerdef(pg_trigger.oid))
  from tables join pg_trigger on tgrelid = tables.oid where not tgisinternal
  union all
  select format('sequence %s %s %s %s %s %s %s', name, seqtypid::regtype, seqstart, seqincrement,
                seqmin, seqmax, seqcycle)
  from tables join pg_sequence on seqrelid = tables.oid
  union all
  select format('rule %s', pg_get_ruledef(pg_rewrite.oid))
  from tables join pg_rewrite on ev_class = tables.oid where rulename <> '_RETURN'
  union all
  select format('type %s %s', typtype, pg_type.oid::regtype)
  from pg_type join spaces on spaces.oid = typnamespace
  where typtype in ('d', 'e', 'r')
  union all
  select format('function %s %s %s %s %s %s %s %s %s', pg_proc.oid::regprocedure,
                pg_get_function_result(pg_proc.oid), lanname, provolatile, proparallel, proisstrict,
                prosecdef, proconfig, coalesce(pg_get_function_sqlbody(pg_proc.oid), prosrc))
  from pg_proc join spaces on spaces.oid = pronamespace join pg_language on pg_language.oid = prolang
  where proname not in ${rewritten}
    and not exists (select from pg_depend where classid = 'pg_proc'::regclass
                      and objid = pg_proc.oid and deptype = 'e')`;

/**
 * Everything that the product's SQL makes, a line each, sorted: tables, columns, constraints,
 * indexes, statistics, triggers, views, sequences, types and functions. The order of columns and
 * the names of NOT NULL constraints are left out. Call it outside a transaction.
 */
export async function catalogueOf(client: pg.ClientBase): Promise<readonly string[]> {
  await client.query('begin');
  try {
    // So that every name is written with its schema.
    await client.query('set local search_path = pg_catalog');
    const { rows } = await client.query<{ line: string }>(lines);
    return rows.map(({ line }) => line).sort();
  } finally {
    await client.query('rollback');
  }
}

export async function fingerprintOf(client: pg.ClientBase): Promise<string> {
  const catalogue = await catalogueOf(client);
  return createHash('sha256').update(catalogue.join('\n')).digest('hex');
}
