import { firstRules, type TicketRules } from '#contract/modules/after-ticket/ticket-rules.ts';
import type { OffenceGroup } from '#contract/offences.ts';
import type { Organisation } from '#contract/places.ts';
import { listOffences } from '#server/features/offences/queries.ts';
import { holidaysOf } from './calendar.ts';

const years = [-1, 0, 1].map((off) => new Date().getUTCFullYear() + off);
const power = (section: string, wording: string) => ({ law: 'Demo Traffic Law', section, wording });

/** Charges for storage, towing and tests are no offences, and have no section. */
const sections: Readonly<Partial<Record<OffenceGroup, number>>> = {
  LGC: 21,
  LCC: 22,
  TMS: 23,
  VDF: 24,
  ADL: 25,
  MCL: 26,
  SPV: 27,
  MTF: 28,
};

const laws: TicketRules['laws'] = listOffences().flatMap(({ id, group }) => {
  const section = sections[group];
  return section === undefined
    ? []
    : {
        offence: id,
        law: 'Demo Traffic Law',
        section: `s. ${section}(${Number(id.slice(-2))}) (example)`,
      };
});

/** The rules of the demo's tickets. Their law is made up, as the product knows no law of its own. */
export const demoRules = (organisation: Organisation): TicketRules => ({
  ...firstRules,
  powers: {
    ticket: power('s. 4', 'A driver may pay the published amount instead of standing trial.'),
    impounding: power('s. 7', 'A vehicle that endangers others may be taken to a yard.'),
    confiscation: power('s. 8', 'Expired papers may be kept until they are renewed.'),
    prosecution: power(
      's. 12',
      'A driver who neither pays nor is heard may be brought before a court.',
    ),
  },
  laws,
  holidays: years.flatMap(holidaysOf),
  courts: [`Magistrate Court, ${organisation}`, `Mobile Court, ${organisation}`],
});
