import pg from 'pg';
import { expect } from 'vitest';
import { logout } from '#contract/auth.ts';
import { login } from '#contract/sign-in.ts';
import { createClient, openSession } from '#tests/support/client.ts';
import { makeAccount, testPassword } from '#tests/support/factories.ts';
import { test } from '#tests/support/scene.ts';

test.for(['bookings', 'collisions', 'bookings, collisions, booking_offences'])(
  'who signs in or out waits for nobody who holds %s',
  async (tables, { app }) => {
    const { email } = await makeAccount(app.db, 'booking officer');
    const holder = new pg.Client({ connectionString: app.ownerUrl });
    await holder.connect();
    await holder.query(`begin; lock table ${tables} in access exclusive mode`);
    try {
      const client = createClient(app.url);
      expect(await client.call(login, { body: { email, password: testPassword } })).toMatchObject({
        status: 200,
      });
      const { client: signedIn } = await openSession(app.url, email);
      expect(await signedIn.call(logout)).toMatchObject({ status: 200 });
    } finally {
      await holder.end();
    }
  },
);
