import { runOn } from './one-connection.ts';

/** Number and hash of the rows of each table of the product, by its name. */
export async function rowHashes(ownerUrl: string): Promise<Record<string, string>> {
  const tables = await runOn(
    ownerUrl,
    `select oid::regclass::text as name from pg_class
     where relnamespace in ('public'::regnamespace, 'sandbox'::regnamespace) and relkind = 'r'`,
  );
  const hashes: Record<string, string> = {};
  for (const name of tables.map((table) => String(table['name']))) {
    const [hashed] = await runOn(
      ownerUrl,
      `select count(*) || ' ' || md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as hash
       from ${name} as t`,
    );
    hashes[name] = String(hashed?.['hash']);
  }
  return hashes;
}
