// On the bare machine: node steady.mjs EMAIL PASSWORD. Books or looks at the list each half second, until
// a file `enough` lies beside it. Prints the bookings that were acknowledged and aren't in the list,
// how many were, and the longest time without an answer.
import { existsSync } from 'node:fs';

const url = 'http://127.0.0.1:4400';
const [email, password] = process.argv.slice(2);
const everyMs = 500;
let token;
({ token } = await ask('POST', '/api/v1/auth/login', { email, password }));
const booked = [];
let [requests, unanswered, answeredAt, gapMs] = [0, 0, performance.now(), 0];
const waiting = new Set();

while (!existsSync('enough')) {
  const sent = requests % 2 === 0 ? book() : ask('GET', '/api/v1/booking');
  const noted = sent.then(answered, () => (unanswered += 1));
  waiting.add(noted);
  void noted.finally(() => waiting.delete(noted));
  requests += 1;
  await new Promise((done) => setTimeout(done, everyMs));
}
await Promise.all(waiting);
const lost = [];
for (const id of booked) await ask('GET', `/api/v1/booking/${id}`).catch(() => lost.push(id));
process.stdout.write(
  JSON.stringify({ lost, booked: booked.length, requests, unanswered, gapMs: Math.round(gapMs) }),
);

async function book() {
  const { data } = await ask('POST', '/api/v1/booking', {
    license: 'KAD-12345-AA',
    name: 'Sani Abdullahi',
    phoneNo: '08031234567',
    address: 'Kano Road',
    registration: `KTU ${100 + (requests % 900)} AE`,
    zone: 'Zaria',
    offence: [{ id: 'LGC-01' }],
  });
  booked.push(data._id);
}

function answered() {
  gapMs = Math.max(gapMs, performance.now() - answeredAt);
  answeredAt = performance.now();
}

async function ask(method, path, body) {
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  });
  const said = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(said)}`);
  return said;
}
