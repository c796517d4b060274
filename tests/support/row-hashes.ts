import { runOn } from './one-connection.ts';

/** The columns of each table of the product and of the sandbox, by its name. */
export async function tableColumns(ownerUrl: string): Promise<Record<string, string[]>> {
  const rows = await runOn(
    ownerUrl,
    `select oid::regclass::text as name, array_agg(quote_ident(attname) order by attnum) as columns
     from pg_class join pg_attribute on attrelid = oid and attnum > 0 and not attisdropped
     where relnamespace in ('public'::regnamespace, 'sandbox'::regnamespace) and relkind = 'r'
     group by oid`,
  );
  return Object.fromEntries(
    rows.map(({ name, columns }) => [String(name), (columns as unknown[]).map(String)]),
  );
}

/** How many rows each table has, and a hash of them; of these columns alone where they are given. */
export async function rowHashes(
  ownerUrl: string,
  columns?: Readonly<Record<string, readonly string[]>>,
): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const [name, all] of Object.entries(columns ?? (await tableColumns(ownerUrl)))) {
    const [hashed] = await runOn(
      ownerUrl,
      `select count(*) || ' ' || md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as hash
       from (select ${all.join(', ')} from ${name}) as t`,
    );
    hashes[name] = String(hashed?.['hash']);
  }
  return hashes;
}
