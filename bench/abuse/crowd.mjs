// A part of bench/abuse.mjs: the crowd. Each guess comes from an address of its own, so that no limit by
// address stops it; half of them know the password.
import { connect } from 'node:net';
import sharp from 'sharp';
import { ulid } from 'ulid';

const perRound = { signIns: 400, papers: 60, forms: 50 };
const slowBodies = 200;
const counts = { signIns: {}, papers: {}, forms: {}, 'slow bodies': {} };

process.once('message', async ({ url, emails, password, attackers, papers, rounds }) => {
  const picture = await aPhoto();
  const tokenOf = (index) => attackers[index % attackers.length];
  for (let index = 0; index < slowBodies; index += 1) dribble(new URL(url), tokenOf(index));
  process.send('begun');
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all([
      ...times(perRound.signIns, (index) => signIn(round * perRound.signIns + index)),
      ...times(perRound.papers, (index) => print(round * perRound.papers + index)),
      ...times(perRound.forms, sendForm),
    ]);
  }
  process.send(counts);

  function signIn(index) {
    const email = emails[index % emails.length];
    return note('signIns', `${url}/api/v1/auth/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`,
      },
      body: JSON.stringify({ email, password: index % 2 === 0 ? password : 'a wrong guess' }),
    });
  }
  function print(index) {
    const id = papers[index % papers.length];
    return note('papers', `${url}/api/v1/booking/${id}/paper?of=ticket&size=a4`, {
      headers: { authorization: `Bearer ${tokenOf(index)}` },
    });
  }
  function sendForm(index) {
    const form = new FormData();
    form.append('img', new Blob([picture], { type: 'image/jpeg' }), 'scene.jpg');
    const vehicle = ['ABC-123DE', 'KJA-482FG'].map((plate) => ({
      plate,
      make: 'Toyota',
      model: 'Corolla',
      name: 'Musa Danladi',
    }));
    const fields = { _id: ulid(), zone: 'Zaria', location: 'PZ', noOfCars: 2, noOfFatalities: 0 };
    for (const [name, value] of Object.entries({ ...fields, vehicle }))
      form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
    return note('forms', `${url}/api/v1/collision`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokenOf(index)}` },
      body: form,
    });
  }
});

const times = (count, make) => Array.from({ length: count }, (_, index) => make(index));

/** As a phone takes it: eight megapixels, two megabytes. */
function aPhoto() {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 };
  const create = { width: 3_264, height: 2_448, channels: 3, background: '#777', noise };
  return sharp({ create }).jpeg({ quality: 70 }).toBuffer();
}

async function note(what, address, options) {
  const status = await fetch(address, options).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => 'cut',
  );
  counts[what][status] = (counts[what][status] ?? 0) + 1;
}

/** A booking of which a byte comes each second; where it is cut off, another one begins. */
function dribble({ hostname, port, host }, token) {
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /api/v1/booking HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: 4000\r\n\r\n`,
  );
  const timer = setInterval(() => socket.write('{'), 1_000);
  counts['slow bodies'].begun = (counts['slow bodies'].begun ?? 0) + 1;
  socket.on('error', () => undefined);
  socket.once('close', () => {
    clearInterval(timer);
    counts['slow bodies'].cut = (counts['slow bodies'].cut ?? 0) + 1;
    dribble(new URL(`http://${host}`), token);
  });
}
