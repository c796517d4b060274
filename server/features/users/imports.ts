import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import {
  type createUser,
  type ImportedRow,
  type importUsers,
  mostImported,
} from '#contract/user-changes.ts';
import { noPicture } from '#contract/users.ts';
import type { Deps } from '#server/deps.ts';
import { hashPassword } from '#server/features/auth/commands.ts';
import { areasOf } from '#server/features/places/queries.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import type { UploadedFile } from '#server/http/uploaded-file.ts';
import { badFile } from '#server/lists/reading/rows.ts';
import { rowsOfFile } from '#server/lists/reading/table-file.ts';
import { holderOf, insertUser, nobodysPassword } from './commands.ts';
import { readPeople } from './import-rules.ts';
import { handedLink } from './links.ts';
import { pictureAddresses, userToWire } from './queries.ts';
import { tellOfAdded } from './telling.ts';

type Imported = ResponseOf<typeof importUsers>['data'];
type NewUser = BodyOf<typeof createUser>;

/** Lines above the head and empty ones come on top. */
const most = { what: 'A file of users', lines: mostImported, rows: mostImported + 50 };

/** Checks a file of users whole, and adds those that are asked for. */
export async function importUsersOf(
  deps: Deps,
  actor: Actor,
  caller: Caller,
  file: UploadedFile | undefined,
  { adds }: BodyOf<typeof importUsers>,
): Promise<Outcome<Imported>> {
  if (!file) return badFile('Select the file of users.');
  const table = await rowsOfFile(file.path, most);
  if (table instanceof Refusal) return table;
  const people = readPeople(table, holderOf(caller), areasOf);
  if (people instanceof Refusal) return people;
  if (people.length === 0)
    return badFile('The file has no users. Enter one user on each line, below the column names.');
  const known = await deps.db
    .selectFrom('users')
    .select('email')
    .where(
      'email',
      'in',
      people.map(({ row }) => row.email),
    )
    .execute();
  const taken = new Set(known.map(({ email }) => email));
  const rows = people.map(({ row }) => ({ ...row, exists: taken.has(row.email) }));
  const faulty = rows.filter(({ faults, exists }) => faults.length > 0 && !exists).length;
  if (adds === 'all' && faulty > 0) return faultyRows(faulty);
  const bodies = people.flatMap(({ row, body }) => (body && !taken.has(row.email) ? [body] : []));
  const mailed = deps.config.smtpUrl !== undefined;
  if (adds === 'nobody' || bodies.length === 0)
    return { rows: rows.map(asPassed), added: 0, mailed, handed: [] };
  const { added, handed } = await addAll(deps, actor, caller, bodies);
  return { rows: rows.map(asPassed), added, mailed, handed };
}

/** A row that exists needs no mending. */
const asPassed = (row: ImportedRow): ImportedRow => (row.exists ? { ...row, faults: [] } : row);

const faultyRows = (count: number): Refusal =>
  new Refusal(
    409,
    'faulty_rows',
    `${count === 1 ? 'One row has' : `${count} rows have`} a mistake, so nobody was added. Correct the file, or leave ${count === 1 ? 'it' : 'them'} out.`,
  );

/** Adds all of them at once or none; an address that somebody added meanwhile is passed over. */
async function addAll(
  deps: Deps,
  actor: Actor,
  caller: Caller,
  bodies: readonly NewUser[],
): Promise<Pick<Imported, 'added' | 'handed'>> {
  const password_hash = await hashPassword(nobodysPassword());
  const { users, handed } = await deps.db.transaction().execute(async (trx) => {
    const users = [];
    const handed = [];
    for (const body of bodies.toSorted((a, b) => (a.email < b.email ? -1 : 1))) {
      const account = { actor, caller, body, password_hash, picture: noPicture };
      const row = await insertUser(deps, trx, account);
      if (!row) continue;
      users.push(userToWire(row, pictureAddresses(deps)));
      const link = await handedLink(deps, trx, actor, row);
      if (link) handed.push(link);
    }
    return { users, handed };
  });
  tellOfAdded(deps, caller, users);
  return { added: users.length, handed };
}
