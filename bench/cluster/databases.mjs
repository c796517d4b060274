import {
  appendFileSync,
  chownSync,
  cpSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../server/db/embedded/embedded.ts';
import { openHome } from '../../server/db/embedded/home.ts';
import { runPostmaster, stopPostmaster } from '../../server/db/embedded/postmaster.ts';

/** Connects as PostgreSQL's superuser. */
async function connect(port, password) {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    database: 'hanya',
    user: 'postgres',
    password,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** A primary, and a replica that has every commit on disk before it is answered. */
export async function startDatabases(folder) {
  const dataDir = join(folder, 'primary');
  const { appUrl, ownerUrl } = await startEmbedded(dataDir);
  const home = openHome(dataDir);
  const passwords = JSON.parse(readFileSync(join(dataDir, 'database-passwords.json'), 'utf8'));
  const port = Number(new URL(appUrl).port);
  const admin = await connect(port, passwords.admin);
  const { home: replicaHome, port: replicaPort } = await copied(admin, {
    home,
    port,
    password: passwords.admin,
  });
  const replica = await connect(replicaPort, passwords.admin);
  await admin.query("alter system set synchronous_standby_names = 'replica'");
  await admin.query('select pg_reload_conf()');
  return {
    ownerUrl,
    appPassword: passwords.app,
    runAs: home.runAs ?? {},
    port,
    replicaPort,
    /** Superusers on both. */
    admin,
    replica,
    /** Ends the primary as a power cut would. */
    killPrimary() {
      const [pid] = readFileSync(join(home.cluster, 'postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), 'SIGKILL');
    },
    async stop() {
      await Promise.allSettled([admin.end(), replica.end()]);
      await stopPostmaster(replicaHome);
      await stopPostmaster(home);
      for (const { folder: files } of [replicaHome, home])
        rmSync(files, { recursive: true, force: true });
    },
  };
}

/** The npm package has no pg_basebackup: these are its steps. */
async function copied(admin, { home, port, password }) {
  const folder = `${home.folder}-replica`;
  const replica = {
    ...home,
    folder,
    cluster: join(folder, 'cluster'),
    logs: join(folder, 'logs'),
  };
  mkdirSync(folder, { mode: 0o700 });
  await admin.query("select pg_create_physical_replication_slot('replica', true)");
  await admin.query("select pg_backup_start('replica', true)");
  const left = /\/(?:postmaster\.(?:pid|opts)|pg_wal\/.+|pg_replslot\/.+|pg_stat_tmp\/.+)$/;
  cpSync(home.cluster, replica.cluster, {
    recursive: true,
    filter: (path) => !left.test(path.slice(home.cluster.length)),
  });
  const { rows } = await admin.query('select labelfile from pg_backup_stop(false)');
  writeFileSync(join(replica.cluster, 'backup_label'), rows[0].labelfile);
  writeFileSync(join(replica.cluster, 'standby.signal'), '');
  appendFileSync(
    join(replica.cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres password=${password} application_name=replica'
primary_slot_name = 'replica'
hot_standby_feedback = on
`,
  );
  giveTo(home.runAs, folder);
  return { home: replica, port: await runPostmaster(replica) };
}

function giveTo(runAs, folder) {
  if (!runAs) return;
  chownSync(folder, runAs.uid, runAs.gid);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) giveTo(runAs, path);
    else lchownSync(path, runAs.uid, runAs.gid);
  }
}
