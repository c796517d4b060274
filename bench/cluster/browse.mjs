import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { wakePath } from '../../contract/wake.ts';
import { bootstrap } from '../../scripts/lib/bootstrap.mjs';
import { findChromium } from '../../scripts/lib/browser.mjs';

/** From the ticket to the clearance and its papers, and what happens in other browsers meanwhile. */
const journeys = [
  'tests/e2e/journey.spec.ts',
  'tests/e2e/pay-bill.spec.ts',
  'tests/e2e/check-status.spec.ts',
  'tests/e2e/exceptions.spec.ts',
  'tests/e2e/withdrawal.spec.ts',
  'tests/e2e/papers.spec.ts',
  'tests/e2e/pictures.spec.ts',
  'tests/specification/live.spec.ts',
];

/** Runs the browser's tests against the cluster, one after the other; throws if one fails. */
export async function browse({ url, servers, startServers, databases, specs }) {
  const chromium = findChromium(await bootstrap());
  if (!chromium) throw new Error('There is no browser for the journeys.');
  const orders = await takeOrders(url, servers, startServers);
  const app = `hanya_app:${databases.appPassword}@127.0.0.1:${databases.port}`;
  const cluster = {
    port: Number(new URL(url).port),
    orders: orders.url,
    ownerUrl: databases.ownerUrl,
    // What a test writes by itself can be read at the replica at once.
    appUrl: `postgres://${app}/hanya?options=-c%20synchronous_commit%3Dremote_apply`,
  };
  const named = specs.length > 0 ? specs : journeys;
  const playwright = spawn('playwright', ['test', '--workers=1', '--reporter=line', ...named], {
    env: { ...process.env, CHROMIUM_PATH: chromium, CLUSTER: JSON.stringify(cluster) },
    stdio: 'inherit',
  });
  const [code] = await once(playwright, 'exit');
  orders.close();
  if (code !== 0) throw new Error('Not all of the journeys came through.');
}

/** Tests end and start all servers by POST /stop, /kill and /start. */
async function takeOrders(url, servers, startServers) {
  const end = (signal) => Promise.all(servers.splice(0).map((server) => server.stop(signal)));
  const isUp = async () => (await fetch(url + wakePath).catch(() => undefined))?.ok === true;
  const orders = {
    '/stop': () => end('SIGTERM'),
    '/kill': () => end('SIGKILL'),
    '/start': async () => {
      await startServers();
      while (!(await isUp())) await sleep(100);
    },
  };
  const server = createServer((request, response) => {
    Promise.resolve(orders[request.url]?.()).then(
      () => response.end(),
      (error) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
