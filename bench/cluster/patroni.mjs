import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseUser, shared, startMachine } from './machines.mjs';

/** Seconds: how long a primary that is silent keeps its place; how often Patroni looks; how long it tries. */
const times = { ttl: 20, loop_wait: 5, retry_timeout: 5 };
const patienceMs = 90_000;
const names = ['one', 'two', 'three'];

/**
 * Three machines, each with etcd, Patroni and PostgreSQL, of which Patroni makes one the primary and one
 * its synchronous replica. Every commit is on both disks before it is answered, or waits.
 */
export async function startPatroni(folder, firstPort) {
  const password = randomBytes(16).toString('hex');
  const machines = names.map((name, index) => {
    const port = firstPort + index * 10;
    return { name, etcd: port, peers: port + 1, api: port + 2, database: port + 3 };
  });
  for (const machine of machines) {
    const home = lent(join(folder, machine.name));
    lent(join(home, 'database'));
    lent(join(home, 'etcd'));
    const settings = JSON.stringify(patroniSettings(machine, machines, password));
    const file = join(home, 'patroni.yml');
    writeFileSync(file, settings, { mode: 0o600 });
    chownSync(file, databaseUser().uid, databaseUser().gid);
    start(machine);
  }

  function start(machine) {
    // After a power cut, no process of before has that number.
    rmSync(join(folder, machine.name, 'database/postmaster.pid'), { force: true });
    machine.runs = startMachine(folder, [
      etcdCommand(machine, machines),
      `patroni ${shared}/${machine.name}/patroni.yml`,
    ]);
  }

  /** What Patroni says of each machine, from the first of `asked` that answers. */
  async function members(asked = machines) {
    for (const { api } of asked) {
      const signal = AbortSignal.timeout(1_000);
      const answer = await fetch(`http://127.0.0.1:${api}/cluster`, { signal }).catch(() => null);
      if (answer?.ok) return (await answer.json()).members;
    }
    return [];
  }

  async function until(what, isSo, asked) {
    const end = Date.now() + patienceMs;
    while (Date.now() < end) {
      const found = isSo(await members(asked).catch(() => []));
      if (found) return found;
      await sleep(200);
    }
    const said = machines.map(({ name, runs }) => `${name}:\n${runs.said().slice(-3_000)}`);
    throw new Error(`Not seen in time: ${what}.\n${said.join('\n')}`);
  }

  return {
    password,
    machines,
    start,
    /** The primary, once it is another one than `old`. */
    async primary(old) {
      const others = machines.filter((machine) => machine !== old);
      const leads = ({ name, role, state }) =>
        role === 'leader' && state === 'running' && name !== old?.name;
      const { name } = await until('a primary', (all) => all.find(leads), others);
      return machines.find((machine) => machine.name === name);
    },
    /** Resolves when a primary, which is asked itself, has a synchronous replica and another one. */
    whole: (primary) =>
      until(
        'a primary with two replicas that stream, one of them synchronous',
        (all) => {
          const roles = all.map(({ role }) => role).sort();
          const streaming = all.filter(({ state }) => state === 'streaming').length;
          return streaming === 2 && roles.join(' ') === 'leader replica sync_standby';
        },
        primary && [primary],
      ),
    urlOf: ({ database }, name = 'hanya') =>
      `postgres://postgres:${password}@127.0.0.1:${database}/${name}`,
    stop: () => Promise.all(machines.map(({ runs }) => runs.kill())),
  };
}

function etcdCommand({ name, etcd, peers }, machines) {
  const client = `http://127.0.0.1:${etcd}`;
  const peer = `http://127.0.0.1:${peers}`;
  const all = machines.map((one) => `${one.name}=http://127.0.0.1:${one.peers}`).join(',');
  return `etcd --name ${name} --data-dir ${shared}/${name}/etcd --log-level warn \
--listen-client-urls ${client} --advertise-client-urls ${client} \
--listen-peer-urls ${peer} --initial-advertise-peer-urls ${peer} --initial-cluster ${all}`;
}

/** Patroni reads YAML, which JSON is. */
function patroniSettings({ name, api, database }, machines, password) {
  const as = (username) => ({ username, password });
  return {
    scope: 'hanya',
    name,
    restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
    etcd3: { hosts: machines.map(({ etcd }) => `127.0.0.1:${etcd}`) },
    bootstrap: {
      dcs: {
        ...times,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100 } },
      },
      initdb: [{ encoding: 'UTF8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${database}`,
      connect_address: `127.0.0.1:${database}`,
      data_dir: `${shared}/${name}/database`,
      bin_dir: '/usr/lib/postgresql/18/bin',
      pgpass: `${shared}/${name}/pgpass`,
      authentication: {
        superuser: as('postgres'),
        replication: as('replicator'),
        rewind: as('rewinder'),
      },
      parameters: { unix_socket_directories: '' },
      pg_hba: [
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication replicator 127.0.0.1/32 scram-sha-256',
      ],
    },
  };
}

/** A new folder of PostgreSQL's user. */
function lent(path) {
  const { uid, gid } = databaseUser();
  mkdirSync(path, { mode: 0o700 });
  chownSync(path, uid, gid);
  return path;
}
