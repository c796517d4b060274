import { withoutOverlap } from '#contract/labels.ts';
import type { ReportTable } from '#contract/modules/reports/reports.ts';
import { createPen, drawable, type Pen, soft } from './pen.ts';
import {
  drawTable,
  foot,
  footer,
  head,
  type HeadedSheet,
  lines,
  long,
  margin,
  short,
} from './report-sheet.ts';

type Place = readonly [lng: number, lat: number];
type Line = readonly Place[];

/** A map in degrees east and north, drawn as lines; whatever lies beyond its frame is cut off. */
export interface DrawnMap {
  /** What it shows, for who can't see it. */
  readonly name: string;
  /** Lines whose bounds are shown; where there are none, those of all dots. */
  readonly frame: readonly Line[];
  readonly areas: readonly {
    readonly name: string;
    readonly rings: readonly Line[];
    readonly isChosen: boolean;
  }[];
  readonly rivers: readonly Line[];
  readonly dots: readonly Place[];
  /** Those that are numbered, from 1. */
  readonly spots: readonly Place[];
}

/** Collisions of some days on one page. */
export interface PictureSheet extends HeadedSheet {
  readonly map: DrawnMap;
  /** Beside the map, and below it. */
  readonly beside: readonly ReportTable[];
  readonly below: readonly ReportTable[];
  /** What was done at each place, and how to read the page. */
  readonly done: readonly string[];
  readonly sentences: readonly string[];
}

/** The map's width, and its height where nothing else needs the room; both in CSS pixels. */
const [mapWide, mapTall] = [420, 540];
const leastTall = 180;

/** The picture on one page of A4. It is drawn once to know how much room is left for the map. */
export function drawPicture(sheet: PictureSheet): Pen['doc'] {
  const over = drawn(sheet, mapTall).end - (long - margin - foot);
  return drawn(sheet, Math.max(leastTall, mapTall - Math.max(0, over))).doc;
}

function drawn(sheet: PictureSheet, tall: number): { doc: Pen['doc']; end: number } {
  const pen = createPen({ ...sheet, reference: [sheet.report.number] }, short);
  const inner = short - 2 * margin;
  const room = (y: number): number => y;
  pen.page(long);
  const top = head(pen, sheet, inner, true);
  pen.unread(() => footer(pen, sheet, long, inner, ''));
  pen.figure(sheet.map.name, (doc) => drawMap(doc, sheet.map, [margin, top], [mapWide, tall]));
  const left = margin + mapWide + 20;
  let y = top - 4;
  for (const table of sheet.beside)
    y = drawTable(pen, table, inner + margin - left, y, room, left) + 10;
  y = Math.max(top + tall + 12, y);
  for (const table of sheet.below) y = drawTable(pen, table, inner, y, room) + 10;
  y = lines(pen, 'Work done at the spots', sheet.done, inner, y, room) + 10;
  return {
    doc: pen.doc,
    end: lines(pen, 'How to read this page', sheet.sentences, inner, y, room),
  };
}

const numberRadius = 8;

function drawMap(doc: Pen['doc'], map: DrawnMap, [x, y]: Place, [wide, tall]: Place): void {
  const [west, south, east, north] = boundsOf(map.frame.length > 0 ? map.frame : [map.dots]);
  const squeeze = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const scale = 0.94 * Math.min(wide / ((east - west) * squeeze), tall / (north - south));
  const at = ([lng, lat]: Place): Place => [
    x + wide / 2 + (lng - (west + east) / 2) * squeeze * scale,
    y + tall / 2 - (lat - (south + north) / 2) * scale,
  ];
  const pathOf = (all: readonly Line[], end: string): string =>
    all
      .map(
        (line) =>
          `M${line
            .map((one) =>
              at(one)
                .map((n) => n.toFixed(1))
                .join(','),
            )
            .join('L')}${end}`,
      )
      .join('');
  doc.save().rect(x, y, wide, tall).clip();
  for (const { rings, isChosen } of map.areas)
    doc
      .path(pathOf(rings, 'Z'))
      .lineWidth(isChosen ? 1.2 : 0.6)
      .fillAndStroke(isChosen ? '#f3efe4' : '#ffffff', '#8c8c8c');
  doc
    .path(pathOf(map.rivers, '') || 'M0,0')
    .lineWidth(1)
    .stroke('#6f9fc4');
  doc.font('regular').fontSize(8).fillColor(soft);
  const numbers: Place[] = [];
  for (const [sx, sy] of map.spots.map(at)) {
    let cy = sy;
    while (numbers.some(([tx, ty]) => Math.hypot(tx - sx, ty - cy) < 2 * numberRadius + 2)) cy -= 4;
    numbers.push([sx, cy]);
  }
  const taken = numbers.map(([nx, ny]) => {
    const size = 2 * numberRadius;
    return { x: nx, y: ny, width: size, height: size };
  });
  const names = map.areas.map(({ name, rings, isChosen }) => {
    const [cx, cy] = at(middleOf(rings));
    const words = drawable(name);
    const width = doc.widthOfString(words) + 4;
    return { name: words, isChosen, x: cx, y: cy, width, height: 10 };
  });
  const chosenFirst = names.sort((a, b) => Number(b.isChosen) - Number(a.isChosen));
  for (const label of withoutOverlap(chosenFirst, taken))
    doc.text(label.name, label.x - label.width / 2 + 2, label.y - 5, { lineBreak: false });
  for (const dot of map.dots) doc.circle(...at(dot), 2);
  if (map.dots.length > 0) doc.fillOpacity(0.6).fill('#b3261e').fillOpacity(1);
  for (const [index, [sx, cy]] of numbers.entries()) {
    const [, sy] = at(map.spots[index] ?? [0, 0]);
    doc.moveTo(sx, sy).lineTo(sx, cy).lineWidth(1).stroke('#000000');
    doc.circle(sx, cy, numberRadius).fillAndStroke('#000000', '#ffffff');
    doc.font('heavy').fontSize(10).fillColor('#ffffff');
    const width = 2 * numberRadius;
    doc.text(String(index + 1), sx - numberRadius, cy - 6, { width, align: 'center' });
  }
  drawScale(doc, x + 10, y + tall - 12, (scale * 360) / 40_030, wide / 4);
  doc.restore();
  doc.rect(x, y, wide, tall).lineWidth(0.75).stroke('#8c8c8c');
}

/** A bar of so many whole kilometres as have room in `most`. */
function drawScale(doc: Pen['doc'], x: number, y: number, perKm: number, most: number): void {
  const km = [100, 50, 20, 10, 5, 2].find((one) => one * perKm <= most) ?? 1;
  doc.rect(x - 4, y - 16, km * perKm + 8, 22).fill('#ffffff');
  doc.rect(x, y, km * perKm, 2).fill('#000000');
  doc
    .font('regular')
    .fontSize(8)
    .text(`${km} km`, x, y - 11, { lineBreak: false });
}

/** The middle of the longest ring's bounds. */
function middleOf(rings: readonly Line[]): Place {
  const ring = rings.reduce((longest, one) => (one.length > longest.length ? one : longest), []);
  const [west, south, east, north] = boundsOf([ring]);
  return [(west + east) / 2, (south + north) / 2];
}

/** West, south, east and north of lines. */
function boundsOf(all: readonly Line[]): readonly [number, number, number, number] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lng, lat] of all.flat()) {
    [west, east] = [Math.min(west, lng), Math.max(east, lng)];
    [south, north] = [Math.min(south, lat), Math.max(north, lat)];
  }
  return [west, south, east, north];
}
