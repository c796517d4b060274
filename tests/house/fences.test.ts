import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { plant, type PlantedHouse } from './planted-house.ts';

const nothing = 'export const nothing = 0;\n';
const imports = (...what: string[]): string =>
  what
    .map((from, index) => `import { nothing as n${index} } from '${from}';\nvoid n${index};\n`)
    .join('') + nothing;

/** One forbidden import for each fence. */
const trespasses: Record<string, Record<string, string>> = {
  'no-cycles': {
    'contract/chicken.ts': imports('./egg.ts'),
    'contract/egg.ts': imports('./chicken.ts'),
  },
  'contract-imports-only-zod': { 'contract/greedy.ts': imports('kysely') },
  'web-and-server-meet-only-in-contract': { 'web/api/reaching.ts': imports('#server/db/plain.ts') },
  'server-and-web-meet-only-in-contract': {
    'server/http/reaching.ts': imports('#web/api/plain.ts'),
  },
  'web-runs-in-a-browser': { 'web/device/reading.ts': imports('node:fs') },
  'a-web-feature-imports-no-other': {
    'web/features/bookings/peeking.ts': imports('../users/plain.ts'),
  },
  'web-features-know-no-app': {
    'web/features/bookings/climbing.ts': imports('../../app/plain.ts'),
  },
  'the-middle-floor-knows-no-feature': {
    'web/records/knowing.ts': imports('../features/users/plain.ts'),
  },
  'the-core-imports-no-module': {
    'server/features/users/leaning.ts': imports('../../modules/after-ticket/court/queries.ts'),
    'web/features/bookings/leaning.ts': imports('../../modules/after-ticket/plain.ts'),
    'contract/leaning.ts': imports('./modules/after-ticket/plain.ts'),
  },
  'a-web-module-imports-no-other': {
    'web/modules/money/leaning.ts': imports('../after-ticket/plain.ts'),
  },
  'a-part-of-a-module-calls-only-commands-and-queries-of-others': {
    'server/modules/after-ticket/messages/prying.ts': imports('../court/rules.ts'),
    'server/modules/money/refunds/prying.ts': imports('../../../features/users/rules.ts'),
  },
  'sending-knows-only-the-ground-floor': {
    'web/sending/climbing.ts': imports('../ui/plain.ts'),
  },
  'the-ground-floor-knows-nothing-above': { 'web/live/climbing.ts': imports('../ui/plain.ts') },
  'device-and-format-know-no-server': { 'web/format/asking.ts': imports('../api/plain.ts') },
  'the-service-worker-stands-alone': {
    'web/service-worker/knowing.ts': imports('../app/plain.ts', '#contract/plain.ts'),
  },
  'ui-has-no-domain': { 'web/ui/domain.ts': imports('#contract/plain.ts') },
  'a-server-feature-calls-only-commands-and-queries-of-another': {
    'server/features/bookings/prying.ts': imports('../users/rules.ts'),
  },
  'server-features-know-no-app-and-no-demo': {
    'server/features/bookings/climbing.ts': imports('../../app.ts', '../../demo/seed.ts'),
  },
  'http-db-gateways-and-scope-know-no-feature': {
    'server/http/knowing.ts': imports('../features/users/rules.ts'),
    'server/scope/knowing.ts': imports('../features/users/rules.ts'),
  },
  'bookings-know-nothing-of-what-follows-a-ticket': {
    'server/features/bookings/telling.ts': imports(
      '../../modules/after-ticket/messages/commands.ts',
    ),
  },
  'papers-know-neither-disputes-nor-court': {
    'server/modules/after-ticket/papers/judging.ts': imports('../court/queries.ts'),
  },
  'acts-know-no-part': {
    'server/acts/knowing.ts': imports('../modules/after-ticket/court/queries.ts'),
  },
  'rules-do-no-io': { 'server/features/users/rules.ts': imports('node:fs', '../../db/plain.ts') },
  'nothing-unresolved': { 'contract/lost.ts': imports('./nowhere.ts') },
  'no-dev-dependencies-in-the-product': { 'server/http/testing.ts': imports('fast-check') },
  'no-build-tools-in-the-product': { 'server/http/building.ts': imports('vite') },
};

const neighbours = Object.fromEntries(
  [
    'contract/plain.ts',
    'server/app.ts',
    'server/db/plain.ts',
    'contract/modules/after-ticket/plain.ts',
    'server/modules/after-ticket/court/queries.ts',
    'server/modules/after-ticket/court/rules.ts',
    'server/modules/after-ticket/messages/commands.ts',
    'web/modules/after-ticket/plain.ts',
    'web/app/plain.ts',
    'web/api/plain.ts',
    'web/features/users/plain.ts',
    'web/ui/plain.ts',
  ].map((file) => [file, nothing]),
);

const rules = ['--config', 'scripts/fences/rules.cjs'];

const configSchema = z.object({ forbidden: z.array(z.object({ name: z.string() })) });
const fences = configSchema
  .parse(createRequire(import.meta.url)('../../scripts/fences/rules.cjs'))
  .forbidden.map((rule) => rule.name);

const reportSchema = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

let house: PlantedHouse;
let violations: { from: string; rule: { name: string } }[];

beforeAll(async () => {
  house = plant({
    ...neighbours,
    ...Object.fromEntries(Object.values(trespasses).flatMap((files) => Object.entries(files))),
  });
  const { said } = await house.run(
    'depcruise',
    ...rules,
    '--output-type',
    'json',
    'contract',
    'server',
    'web',
  );
  violations = reportSchema.parse(JSON.parse(said)).summary.violations;
});
afterAll(() => {
  house.remove();
});

test('every fence has a trespass planted against it', () => {
  expect(Object.keys(trespasses).sort()).toEqual([...fences].sort());
});

test.each(Object.entries(trespasses))('the fence %s holds', (fence, planted) => {
  const caught = violations.filter(({ rule }) => rule.name === fence).map(({ from }) => from);
  expect(Object.keys(planted)).toEqual(expect.arrayContaining(caught.slice(0, 1)));
  expect(caught.length).toBeGreaterThan(0);
});

test('a rule reaches no database, however many files lie between', async () => {
  const planted = plant({
    ...neighbours,
    'server/features/users/rules.ts': imports('./between.ts'),
    'server/features/users/between.ts': imports('../../db/plain.ts'),
  });
  const config = ['--config', 'scripts/fences/run-time-rules.cjs'];
  const { code, said } = await planted.run('depcruise', ...config, '{server,web}/**/rules.ts');
  planted.remove();
  expect(said).toContain('rules-reach-no-io: server/features/users/rules.ts');
  expect(code).toBeGreaterThan(0);
});

test('a house without trespasses passes', async () => {
  const clean = plant(neighbours);
  const verdict = await clean.run('depcruise', ...rules, 'contract', 'server', 'web');
  clean.remove();
  expect(verdict).toMatchObject({ code: 0 });
});
