import { expect, test } from 'vitest';
import { firstRules } from '#contract/modules/after-ticket/ticket-rules.ts';
import { draftOf, rulesOf } from '#web/modules/after-ticket/ticket-rules/rules-draft.ts';

const power = { law: 'Traffic Law 2017', section: 's. 30', wording: '' };
const known = { ...firstRules, powers: { ...firstRules.powers, ticket: power } };
const read = (laws: string) => rulesOf({ ...draftOf(known), laws });
const lawsOf = (laws: string) => {
  const said = read(laws);
  return 'rules' in said ? said.rules.laws : said.problems['laws'];
};

test('each line names an offence, its law, and behind the last comma its section', () => {
  expect(
    lawsOf(
      'LGC-01 Traffic Law 2017, s. 12\nlgc-02: Roads, Bridges and Parks Law, s. 3(1)\nVDF-01 By-law',
    ),
  ).toEqual([
    { offence: 'LGC-01', law: 'Traffic Law 2017', section: 's. 12' },
    { offence: 'LGC-02', law: 'Roads, Bridges and Parks Law', section: 's. 3(1)' },
    { offence: 'VDF-01', law: 'By-law', section: '' },
  ]);
});

test('laws are typed as they are shown', () => {
  const laws = [
    { offence: 'LGC-01', law: 'Traffic Law 2017', section: 's. 12' },
    { offence: 'VDF-01', law: 'By-law', section: '' },
  ];
  expect(lawsOf(draftOf({ ...known, laws }).laws)).toEqual(laws);
});

test.for([
  ['LGC-01 Law, s. 1\nLGC-01 Law, s. 2', 'Enter each offence once.'],
  ['LGC-01 Law, s. 1\nseat belt Law, s. 2', /^Line 2: Enter the id of an offence/],
  ['LGC-01', 'Line 1: Enter the law for this offence.'],
] as const)('%s is refused at its line', ([typed, why]) => {
  expect(lawsOf(typed)).toMatch(why);
});
