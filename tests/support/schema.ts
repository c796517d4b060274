import pg from 'pg';

const leftOut = `('pg_catalog', 'information_schema', 'pgboss')`;

const tables = `
  select c.oid, format('%I.%I', n.nspname, c.relname) as name, c.relname,
    coalesce(
      (select json_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod))
          || case when a.attgenerated = 's' then format(' GENERATED ALWAYS AS (%s) STORED', pg_get_expr(d.adbin, d.adrelid))
                  when a.attidentity <> '' then ' GENERATED ' || case a.attidentity when 'a' then 'ALWAYS' else 'BY DEFAULT' end || ' AS IDENTITY'
                  when d.adbin is not null then ' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid)
                  else '' end
          || case when a.attnotnull then ' NOT NULL' else '' end
          order by a.attnum)
        from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]') as columns,
    coalesce(
      (select json_agg(format('CONSTRAINT %I %s', conname, pg_get_constraintdef(k.oid)) order by contype = 'c', conname)
        from pg_constraint k where k.conrelid = c.oid and contype <> 'n'), '[]') as constraints,
    coalesce(
      (select json_agg(pg_get_indexdef(i.indexrelid) order by i.indexrelid::regclass::text)
        from pg_index i where i.indrelid = c.oid
          and not exists (select from pg_constraint k where k.conindid = i.indexrelid)), '[]') as indexes,
    coalesce(
      (select json_agg(pg_get_statisticsobjdef(s.oid) order by stxname)
        from pg_statistic_ext s where s.stxrelid = c.oid), '[]') as statistics,
    coalesce(
      (select json_agg(pg_get_triggerdef(t.oid) order by tgname)
        from pg_trigger t where t.tgrelid = c.oid and not tgisinternal), '[]') as triggers
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname not in ${leftOut} and c.relname <> 'migrations'
  order by n.nspname <> 'public', n.nspname, c.relname`;

const functions = `
  select pg_get_functiondef(p.oid) as definition
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname not in ${leftOut} and p.prokind = 'f'
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by n.nspname, p.proname, p.oid::regprocedure::text`;

interface Table {
  name: string;
  columns: string[];
  constraints: string[];
  indexes: string[];
  statistics: string[];
  triggers: string[];
}

/** Tables, indexes, statistics, triggers and functions of a migrated database, as SQL to read: not to run. */
export async function schemaOf(ownerUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Table>(tables);
    const { rows: written } = await client.query<{ definition: string }>(functions);
    return [
      '-- The database as all migrations leave it. Written by npm run generate -- tables; to read, not to run.\n',
      ...rows.map(tableText),
      ...written.map(({ definition }) => `${definition.trimEnd()};\n`),
    ].join('\n');
  } finally {
    await client.end();
  }
}

function tableText({ name, columns, constraints, indexes, statistics, triggers }: Table): string {
  const lines = [...columns, ...constraints].map((line) => `  ${line}`).join(',\n');
  const rest = [...indexes, ...statistics, ...triggers].map((line) => `${line};\n`).join('');
  return `CREATE TABLE ${name.replace(/^public\./, '')} (\n${lines}\n);\n${rest}`;
}
