// node bench/map-points.mjs [points]: how much time of the processor each step takes between the
// server's answer and the markers, each step the longest of some rounds; other work on the machine
// doesn't count. A cheap phone takes four to six times as long; the server sends 1,000 records of each kind
// at most. What a browser makes of them: map.mjs.
import '#web/zod-jitless.ts';
import { mapSchema } from '#contract/map.ts';
import { clusterIndex, markersIn } from '#web/features/map/clusters.ts';
import { defaultCentre, defaultZoom, viewAround } from '#web/features/map/geography.ts';
import { mapPoints } from '#web/features/map/map-points.ts';
import { mapRecords } from './map-records.mjs';

const rounds = 9;

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
  const answered = mapRecords(count);
  const text = JSON.stringify(answered);
  const points = mapPoints(answered);
  const view = viewAround(defaultCentre, defaultZoom, 390, 440);
  process.stdout.write(`${count} points, longest of ${rounds - 2} rounds in ms\n`);
  process.stdout.write(`${longest(() => JSON.parse(text))}  read as JSON\n`);
  process.stdout.write(`${longest(() => mapSchema.parse(answered))}  held against the contract\n`);
  process.stdout.write(`${longest(() => mapPoints(answered))}  made points, newest first\n`);
  process.stdout.write(
    `${longest(() => markersIn(clusterIndex(points), view))}  clustered for a view\n`,
  );
}
