import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { plainEnvironment } from '#tests/support/plain-environment.ts';
import { cloneDatabase, type ClonedDatabase } from '#tests/support/template.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { testSecret } from '#tests/support/test-app.ts';

const dataDir = temporaryFolder();
let clone: ClonedDatabase;
let db: Database;
beforeAll(async () => {
  clone = await cloneDatabase();
  db = openDatabase(clone.appUrl, { max: 2 });
});
afterAll(async () => {
  await closeDatabase(db);
  await clone.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('an account that is made at the server is told to its owner and to the state admins who look after it', async () => {
  const inKaduna = await makeAccount(db, 'state admin');
  const inOgun = await makeAccount(db, 'state admin', { state: 'Ogun' });
  const child = spawn(process.execPath, ['server/create-admin.ts'], {
    env: {
      ...plainEnvironment(),
      DATA_DIR: dataDir,
      DATABASE_URL: clone.appUrl,
      JWT_SECRET: testSecret,
      DATABASE_OWNER_URL: clone.ownerUrl,
    },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const answers = ['hauwa@example.com', 'Hauwa', 'Bello', 'Kaduna', 'lorry-quiet-eleven-fields'];
  child.stdin.end(`${answers.join('\n')}\n`);
  expect(await once(child, 'close')).toEqual([0, null]);
  const folder = join(dataDir, 'mail');
  const mails = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const to = (email: string) => mails.filter((mail) => mail.includes(`To: ${email}\r\n`));
  expect(to('hauwa@example.com')).toHaveLength(1);
  expect(to(inKaduna.email)).toEqual([expect.stringContaining('hauwa@example.com')]);
  expect(to(inOgun.email)).toEqual([]);
});
