import type { Random } from './random.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Nigeria keeps UTC+1 all year round. */
const lagos = hour;

/** Weight of each hour of the day in Lagos, from midnight. */
const byHour = [
  0.2, 0.1, 0.1, 0.1, 0.1, 0.3, 1.5, 5, 8, 9, 9, 8, 6, 5, 6, 8, 9, 8, 6, 4, 2.5, 1.5, 0.8, 0.4,
].map((weight, index) => [index, weight] as const);

/** Weight of each day of the week, from Sunday. */
const byWeekday = [0.35, 1.1, 1.05, 1, 1.05, 0.9, 0.75];

/** Each year on the same day, as `MM-DD`. */
const fixedHolidays = {
  '01-01': 'New Year',
  '05-01': 'Workers’ Day',
  '06-12': 'Democracy Day',
  '10-01': 'Independence Day',
  '12-25': 'Christmas',
  '12-26': 'Boxing Day',
};

/**
 * Days that move each year: Easter as it is reckoned, the feasts of Islam as they were announced or
 * are expected.
 */
const movedHolidays: Readonly<Record<string, string>> = {
  '2025-03-31': 'Eid-el-Fitr',
  '2025-04-01': 'Eid-el-Fitr',
  '2025-04-18': 'Good Friday',
  '2025-04-21': 'Easter Monday',
  '2025-06-06': 'Eid-el-Kabir',
  '2025-06-09': 'Eid-el-Kabir',
  '2025-09-05': 'Eid-el-Maulud',
  '2026-03-20': 'Eid-el-Fitr',
  '2026-03-23': 'Eid-el-Fitr',
  '2026-04-03': 'Good Friday',
  '2026-04-06': 'Easter Monday',
  '2026-05-27': 'Eid-el-Kabir',
  '2026-05-28': 'Eid-el-Kabir',
  '2026-08-26': 'Eid-el-Maulud',
  '2027-03-10': 'Eid-el-Fitr',
  '2027-03-11': 'Eid-el-Fitr',
  '2027-03-26': 'Good Friday',
  '2027-03-29': 'Easter Monday',
  '2027-05-17': 'Eid-el-Kabir',
  '2027-05-18': 'Eid-el-Kabir',
  '2027-08-16': 'Eid-el-Maulud',
  '2028-02-28': 'Eid-el-Fitr',
  '2028-02-29': 'Eid-el-Fitr',
  '2028-04-14': 'Good Friday',
  '2028-04-17': 'Easter Monday',
  '2028-05-05': 'Eid-el-Kabir',
  '2028-05-08': 'Eid-el-Kabir',
  '2028-08-04': 'Eid-el-Maulud',
};

/** The holidays of a year, in order. */
export const holidaysOf = (year: number): { day: string; name: string }[] =>
  [
    ...Object.entries(fixedHolidays).map(([day, name]) => ({ day: `${year}-${day}`, name })),
    ...Object.entries(movedHolidays)
      .filter(([day]) => day.startsWith(String(year)))
      .map(([day, name]) => ({ day, name })),
  ].toSorted((one, other) => one.day.localeCompare(other.day));

const startOfDay = (at: number): number => Math.floor((at + lagos) / day) * day - lagos;
const weekday = (at: number): number => new Date(at + lagos).getUTCDay();
const hourOfDay = (at: number): number => new Date(at + lagos).getUTCHours();

/**
 * About `total` moments of the 53 weeks up to the end of this one in Lagos, in order. More are by
 * day, few on Sundays, and more of them late in the year. They are the same in every week.
 */
export function momentsOfYear(random: Random, now: Date, total: number): number[] {
  const today = startOfDay(now.getTime());
  const sunday = today + ((7 - weekday(today)) % 7) * day;
  const days = Array.from({ length: 53 * 7 }, (_, back) => {
    const start = sunday - back * day;
    const growth = 0.5 + 0.6 * (1 - back / (53 * 7)) + (back < 14 ? 0.6 : 0);
    return { start, weight: growth * (byWeekday[weekday(start)] ?? 1) };
  });
  const sum = days.reduce((all, { weight }) => all + weight, 0);
  const moments = days.flatMap(({ start, weight }) => {
    const expected = (total * weight) / sum;
    const count = Math.floor(expected) + (random.chance(expected % 1) ? 1 : 0);
    return Array.from(
      { length: count },
      () => start + random.weighted(byHour) * hour + random.between(0, hour - 1),
    );
  });
  return moments.sort((a, b) => a - b);
}

const opensAt = 8;
const closesAt = 16;

const isWorkingDay = (at: number): boolean =>
  weekday(at) >= 1 &&
  weekday(at) <= 5 &&
  !isHoliday(new Date(at + lagos).toISOString().slice(0, 10));

const isHoliday = (day: string): boolean => day.slice(5) in fixedHolidays || day in movedHolidays;

/** True from Monday to Friday from 8:00 to 16:00 in Lagos, but on holidays. */
export const isOfficeTime = (at: Date): boolean => {
  const hours = hourOfDay(at.getTime());
  return isWorkingDay(at.getTime()) && hours >= opensAt && hours < closesAt;
};

/** The first working days from that moment on. */
export function workingDaysFrom(at: Date, count: number): Date[] {
  const days: Date[] = [];
  for (let next = at.getTime(); days.length < count; next += day)
    if (isWorkingDay(next)) days.push(new Date(next));
  return days;
}

/** The moment itself if offices are open then, else one on the next working day. */
export function inOfficeHours(at: Date): Date {
  if (isOfficeTime(at)) return at;
  const start = startOfDay(at.getTime());
  const isEarly = isWorkingDay(start) && hourOfDay(at.getTime()) < opensAt;
  let next = isEarly ? start : start + day;
  while (!isWorkingDay(next)) next += day;
  return new Date(next + opensAt * hour + (at.getTime() % (7 * hour)));
}

/** The moment itself if offices are open then, else shortly before they last closed. */
export function lastInOfficeHours(at: Date): Date {
  if (isOfficeTime(at)) return at;
  const start = startOfDay(at.getTime());
  const isLate = isWorkingDay(start) && hourOfDay(at.getTime()) >= closesAt;
  let last = isLate ? start : start - day;
  while (!isWorkingDay(last)) last -= day;
  return new Date(last + closesAt * hour - 25 * minute);
}

/** The moment itself if a yard or bank is open then, Monday to Saturday, else early on the next such morning. */
function atTheDesk(random: Random, at: number): number {
  const isOpen = hourOfDay(at) >= 8 && hourOfDay(at) < 18;
  const morning = (isOpen ? 0 : hourOfDay(at) < 8 ? 0 : day) + startOfDay(at);
  const open = isOpen ? at : morning + 8 * hour + random.between(0, 150 * minute);
  return weekday(open) === 0 ? atTheDesk(random, startOfDay(open) + day + 7 * hour) : open;
}

/** The time at which a bill made at that time is paid: at once, within days or weeks, or never. */
export function paidAfter(random: Random, madeAt: number): number {
  if (random.chance(0.032)) return Infinity;
  const wait = random.weighted([
    [random.between(12 * minute, 3 * hour), 16],
    [random.between(4 * hour, 3 * day), 48],
    [random.between(3 * day, 12 * day), 26],
    [random.between(12 * day, 45 * day), 10],
  ]);
  return wait <= 3 * hour ? madeAt + wait : atTheDesk(random, madeAt + wait);
}

/**
 * The time at which a vehicle is cleared whose bill was paid at that time; a few are never fetched.
 */
export function clearedAfter(random: Random, paidAt: number): number {
  if (paidAt === Infinity || random.chance(0.012)) return Infinity;
  const wait = random.weighted([
    [random.between(8 * minute, 2 * hour), 45],
    [random.between(2 * hour, 3 * day), 40],
    [random.between(3 * day, 15 * day), 15],
  ]);
  return atTheDesk(random, paidAt + wait);
}
