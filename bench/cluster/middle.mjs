import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** PgBouncer in transaction mode before the primary (`hanya`) and the replica (`hanya_read`). */
export async function startPooler(
  folder,
  port,
  { port: primary, replicaPort, appPassword, runAs },
) {
  const home = lentFolder(join(folder, 'pooler'), runAs);
  const settings = join(home, 'pgbouncer.ini');
  const users = join(home, 'users.txt');
  const write = (path, text) => {
    writeFileSync(path, text, { mode: 0o600 });
    if (runAs.uid) chownSync(path, runAs.uid, runAs.gid);
  };
  const point = (written, read) => write(settings, poolerSettings({ port, users, written, read }));
  write(users, `"hanya_app" "${appPassword}"\n`);
  point(primary, replicaPort);
  const pooler = await start('pgbouncer', [settings], { port, runAs });
  return {
    url: (database) => `postgres://hanya_app:${appPassword}@127.0.0.1:${port}/${database}`,
    /** Sends everything to the replica, once it has been promoted. */
    moveToReplica() {
      point(replicaPort, replicaPort);
      pooler.child.kill('SIGHUP');
    },
    stop: () => pooler.stop(),
  };
}

/** Its settings, with the ports of what is written to and read from. */
export function poolerSettings({ port, users, written, read }) {
  const limits =
    'set statement_timeout = 60000; set lock_timeout = 30000; set idle_in_transaction_session_timeout = 60000';
  return `[databases]
hanya = host=127.0.0.1 port=${written} dbname=hanya connect_query='${limits}'
hanya_read = host=127.0.0.1 port=${read} dbname=hanya connect_query='${limits}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
server_connect_timeout = 3
server_login_retry = 1
query_wait_timeout = 10
`;
}

/**
 * HAProxy before the servers, which it asks whether they are there. As a demo is for its own machine,
 * it names that as their host, and no caller.
 */
export async function startProxy(folder, port, serverPorts) {
  const home = join(folder, 'proxy');
  mkdirSync(home);
  const settings = join(home, 'haproxy.cfg');
  writeFileSync(settings, proxySettings(port, serverPorts));
  return start('haproxy', ['-db', '-f', settings], { port, runAs: {} });
}

/** HAProxy's settings before the servers. */
export function proxySettings(port, serverPorts) {
  const servers = serverPorts.map(
    (to) => `  server s${to} 127.0.0.1:${to} check inter 500 fall 2\n`,
  );
  return `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  option redispatch
frontend all
  bind 127.0.0.1:${port}
  default_backend servers
backend servers
  balance roundrobin
  option httpchk
  http-check send meth GET uri /health/ready hdr Host 127.0.0.1
${servers.join('')}`;
}

function lentFolder(path, runAs) {
  mkdirSync(path, { mode: 0o700 });
  if (runAs.uid) chownSync(path, runAs.uid, runAs.gid);
  return path;
}

/** Starts a program and waits until it listens. */
async function start(program, args, { port, runAs }) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: '/', ...runAs });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const exit = once(child, 'exit');
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended:\n${said}`);
    await sleep(50);
  }
  return {
    child,
    async stop() {
      child.kill('SIGTERM');
      const patience = setTimeout(() => child.kill('SIGKILL'), 3_000);
      await exit;
      clearTimeout(patience);
    },
  };
}

async function listens(port) {
  const socket = connect(port, '127.0.0.1');
  const answer = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'close').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return answer;
}
