// On the bare machine: node work.mjs EMAIL PASSWORD. Waits until the server is ready, signs in, books,
// and prints the version that serves, whether its page is there, and how many bookings its list has.
const url = 'http://127.0.0.1:4400';
const [email, password] = process.argv.slice(2);

for (let tries = 0; tries < 600; tries += 1) {
  const ready = await fetch(`${url}/health/ready`).catch(() => undefined);
  if (ready?.ok) break;
  await new Promise((done) => setTimeout(done, 100));
}
const { version } = await (await fetch(`${url}/health/live`)).json();
const page = (await (await fetch(url)).text()).includes('<div id="root">');
let token;
({ token } = await ask('POST', '/api/v1/auth/login', { email, password }));
await ask('POST', '/api/v1/booking', {
  license: 'KAD-12345-AA',
  name: 'Sani Abdullahi',
  phoneNo: '08031234567',
  address: 'Kano Road',
  registration: 'KTU 481 AE',
  zone: 'Zaria',
  offence: [{ id: 'LGC-01' }],
});
const { total } = await ask('GET', '/api/v1/booking');
process.stdout.write(JSON.stringify({ version, page, bookings: total }));

async function ask(method, path, body) {
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const said = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(said)}`);
  return said;
}
