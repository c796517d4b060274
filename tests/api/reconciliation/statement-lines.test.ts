import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendStatement } from '#contract/modules/money/statements.ts';
import { type Client, signedIn } from '#tests/support/client.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { aSentStatement } from '#tests/support/statements.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Client;
let adminId: string;

beforeAll(async () => {
  app = await startTestApp();
  const { id, email } = await makeAccount(app.db, 'state admin');
  adminId = id;
  admin = await signedIn(app.url, email);
});
afterAll(() => app.stop());

test('a statement’s lines come with it, and none later', async () => {
  const content = 'Date,Reference,Receipt,Amount\n2024-01-20,900,,1\n2024-01-20,901,,2.50\n';
  const files = [{ field: 'file', content }];
  const { id } = (await admin.ok(sendStatement, { body: {}, files })).data;
  await aSentStatement(app, { by: adminId });
  const later = app.db
    .insertInto('statement_lines')
    .values({
      statement_id: id,
      line: 9,
      bill_ref: '902',
      receipt: '',
      amount_kobo: 100,
      paid_at: new Date('2024-01-20T10:00:00Z'),
    })
    .execute();
  await expect(later).rejects.toThrow('The lines of a statement come with it.');
  const { rows } = await sql`
    select id, lines, kobo from statements
    except
    select statements.id, count(line)::integer, coalesce(sum(amount_kobo), 0)::bigint
    from statements left join statement_lines on statement_id = statements.id
    group by statements.id`.execute(app.db);
  expect(rows).toEqual([]);
  const found = app.db.selectFrom('statements').select(['lines', 'kobo']).where('id', '=', id);
  expect(await found.executeTakeFirst()).toEqual({ lines: 2, kobo: 350 });
});
