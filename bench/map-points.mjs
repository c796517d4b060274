// node bench/map-points.mjs [points]: how much time of the processor each step takes between the
// server's answer and the markers, each step the longest of some rounds; other work on the machine
// doesn't count. A cheap phone takes four to six times as long; the server sends 1,000 records at most.
import '#web/zod-jitless.ts';
import { mapSchema } from '#contract/map.ts';
import { clusterIndex, markersIn } from '#web/features/map/clusters.ts';
import { defaultCentre, defaultZoom, viewAround } from '#web/features/map/geography.ts';
import { mapPoints } from '#web/features/map/map-points.ts';

const rounds = 9;
const now = Date.now();

function records(count) {
  const bookings = Array.from({ length: count }, (_, index) => ({
    _id: `01JB00K1NG${String(index).padStart(16, '0')}`,
    paid: index % 3 === 0,
    completed: index % 9 === 0,
    createdAt: new Date(now - index * 60_000).toISOString(),
    registration: `KTN-${index}AB`,
    zone: 'Zaria',
    price: 5_000,
    // Spread around the centre, thickest in the middle, as in a town.
    position: {
      lat: defaultCentre.lat + ((index * 7919) % 1000) / 5000 - 0.1,
      lng: defaultCentre.lng + ((index * 104_729) % 1000) / 5000 - 0.1,
      accuracy: 10,
    },
  }));
  return { bookings, collisions: [], total: count, withPosition: count };
}

function longest(step) {
  const times = Array.from({ length: rounds }, () => {
    const begin = process.threadCpuUsage();
    step();
    const { user, system } = process.threadCpuUsage(begin);
    return (user + system) / 1000;
  });
  // The first two rounds compile.
  return Math.max(...times.slice(2))
    .toFixed(1)
    .padStart(8);
}

for (const count of process.argv[2] ? [Number(process.argv[2])] : [1_000, 10_000]) {
  const answered = records(count);
  const text = JSON.stringify(answered);
  const points = mapPoints(answered);
  const index = clusterIndex(points);
  const view = viewAround(defaultCentre, defaultZoom, 390, 440);
  process.stdout.write(`${count} points, longest of ${rounds - 2} rounds in ms\n`);
  process.stdout.write(`${longest(() => JSON.parse(text))}  read as JSON\n`);
  process.stdout.write(`${longest(() => mapSchema.parse(answered))}  held against the contract\n`);
  process.stdout.write(`${longest(() => mapPoints(answered))}  made points, newest first\n`);
  process.stdout.write(`${longest(() => clusterIndex(points))}  clustered for all zooms\n`);
  process.stdout.write(`${longest(() => markersIn(index, view))}  markers of a view\n`);
}
