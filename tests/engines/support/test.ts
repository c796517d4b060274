import { writeFileSync } from 'node:fs';
import { test as base } from '@playwright/test';
import { demoPassword } from '#contract/demo.ts';
import type { Role } from '#contract/roles.ts';
import { type RunningServer, startServer } from '../../e2e/support/server.ts';
import { openSession, type Session } from '../../support/client.ts';
import { type Account, makeAccount } from '../../support/factories.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type Engine, type EngineName, startEngine } from './engine.ts';
import { Person } from './person.ts';

export { expect } from '@playwright/test';

/** A browser that can die and be started again with what its disk has. */
export interface Device {
  readonly person: Person;
  readonly die: () => Promise<void>;
  readonly start: () => Promise<Person>;
}

interface Fixtures {
  readonly device: Device;
  readonly person: Person;
  /** Lets pages at this address begin with the session. */
  readonly enter: (at: string, token: string) => Promise<void>;
  /** Signs a new account of the role in, at this address of the server or of a proxy before it. */
  readonly signIn: (role: Exclude<Role, 'guest'>, at?: string) => Promise<Session & Account>;
  /** Signs one of the demo's people in. */
  readonly signInAs: (email: string) => Promise<void>;
}

const names: readonly string[] = ['firefox', 'webkit', 'chromium'] satisfies EngineName[];
export const isEngine = (name: string): name is EngineName => names.includes(name);

export interface WorkerFixtures {
  readonly engine: EngineName;
  readonly server: RunningServer;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  engine: ['firefox', { scope: 'worker', option: true }],

  server: [
    async ({ engine }, use) => {
      if (!isEngine(engine)) throw new Error(`Nothing starts ${String(engine)}.`);
      const server = await startServer();
      await use(server);
      await server.remove();
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  device: async ({ engine }, use, info) => {
    const profile = temporaryFolder();
    let running: Engine | undefined;
    const device = {
      person: new Person((name, params) => {
        if (!running) throw new Error('The browser does not run.');
        return running.ask(name, params);
      }),
      async start() {
        running = await startEngine(engine, profile);
        await running.ask('size', { width: 1440, height: 900 });
        return device.person;
      },
      async die() {
        await running?.kill();
        running = undefined;
      },
    };
    try {
      await device.start();
      await use(device);
      if (info.status !== info.expectedStatus && running) {
        const picture = String(await running.ask('picture').catch(() => ''));
        writeFileSync(info.outputPath('picture.png'), Buffer.from(picture, 'base64'));
      }
    } finally {
      await device.die();
    }
  },

  person: async ({ device }, use) => {
    await use(device.person);
  },

  enter: async ({ person }, use) => {
    await use(async (at, token) => {
      // A plain file of the product has the right origin without loading the screens.
      await person.open(`${at}/icon.svg`);
      await person.run('localStorage.setItem("jwtToken", arguments[0])', token);
    });
  },

  signIn: async ({ server, enter }, use) => {
    await use(async (role, at = server.url) => {
      const account = await server.query((db) =>
        makeAccount(db, role, { state: 'Kaduna', zone: 'Zaria' }),
      );
      const session = await openSession(server.url, account.email);
      await enter(at, session.token);
      return { ...session, ...account };
    });
  },

  signInAs: async ({ server, enter }, use) => {
    await use(async (email) => {
      const { token } = await openSession(server.url, email, demoPassword);
      await enter(server.url, token);
    });
  },
});
