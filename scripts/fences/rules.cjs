/** The fences of the house: which part may know which. Each has a test that plants a violation. */
const inside = (path) => ({ path });
/** Without what builds the screens, which runs in Node. */
const insideWeb = { path: '^web/', pathNot: '^web/build/' };

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'contract-imports-only-zod',
      severity: 'error',
      from: inside('^contract/'),
      to: { pathNot: ['^contract/', 'node_modules/zod/'] },
    },
    {
      name: 'web-and-server-meet-only-in-contract',
      severity: 'error',
      from: insideWeb,
      to: { path: '^(server|tests)/' },
    },
    {
      name: 'server-and-web-meet-only-in-contract',
      severity: 'error',
      from: inside('^server/'),
      to: { path: '^(web|tests)/' },
    },
    {
      name: 'web-runs-in-a-browser',
      severity: 'error',
      from: insideWeb,
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'a-web-feature-imports-no-other',
      severity: 'error',
      from: inside('^web/features/([^/]+)/'),
      to: { path: '^web/features/', pathNot: '^web/features/$1/' },
    },
    {
      name: 'web-features-know-no-app',
      severity: 'error',
      from: inside('^web/(features|modules)/'),
      to: { path: '^web/(app/|main\\.tsx$)' },
    },
    {
      name: 'the-middle-floor-knows-no-feature',
      severity: 'error',
      from: inside('^web/(records|lists|forms)/'),
      to: { path: '^web/(features/|modules/|app/|main\\.tsx$)' },
    },
    {
      name: 'sending-knows-only-the-ground-floor',
      severity: 'error',
      from: inside('^web/sending/'),
      to: { path: '^web/', pathNot: '^web/(sending|live|api|device|format)/' },
    },
    {
      name: 'the-ground-floor-knows-nothing-above',
      severity: 'error',
      from: inside('^web/(live|api|device|format)/'),
      to: { path: '^web/', pathNot: '^web/(live|api|device|format)/' },
    },
    {
      name: 'device-and-format-know-no-server',
      severity: 'error',
      from: inside('^web/(device|format)/'),
      to: { path: '^web/(live|api)/' },
    },
    {
      name: 'the-service-worker-stands-alone',
      severity: 'error',
      from: inside('^web/service-worker/'),
      to: { path: '^(contract|web)/', pathNot: '^web/service-worker/' },
    },
    {
      name: 'ui-has-no-domain',
      severity: 'error',
      from: inside('^web/ui/'),
      to: { path: '^(contract|web)/', pathNot: '^web/(ui|format)/' },
    },
    {
      // The core is what the product is without any module; a few tables take up what modules say.
      name: 'the-core-imports-no-module',
      severity: 'error',
      from: {
        path: '^(contract|server|web)/',
        pathNot: ['^(contract|server|web)/modules/', '^server/(modules\\.ts$|demo/)', '^web/app/'],
      },
      to: {
        path: '^(contract|server|web)/modules/[^/]+/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'a-web-module-imports-no-other',
      severity: 'error',
      from: inside('^web/modules/([^/]+)/'),
      to: { path: '^web/modules/[^/]+/', pathNot: '^web/modules/$1/' },
    },
    {
      name: 'a-part-of-a-module-calls-only-commands-and-queries-of-others',
      severity: 'error',
      from: inside('^server/modules/([^/]+)/([^/]+)/'),
      to: {
        path: '^server/(features|modules/[^/]+)/[^/]+/',
        pathNot: ['^server/modules/$1/$2/', '/(commands|queries)\\.ts$'],
      },
    },
    {
      name: 'a-server-feature-calls-only-commands-and-queries-of-another',
      severity: 'error',
      from: inside('^server/features/([^/]+)/'),
      to: {
        path: '^server/features/',
        pathNot: ['^server/features/$1/', '^server/features/[^/]+/(commands|queries)\\.ts$'],
      },
    },
    {
      name: 'server-features-know-no-app-and-no-demo',
      severity: 'error',
      from: inside('^server/(features|modules)/'),
      to: { path: '^server/((app|chores|main|modules|routes)\\.ts$|demo/)' },
    },
    {
      name: 'http-db-gateways-and-scope-know-no-feature',
      severity: 'error',
      from: inside('^server/(http|db|gateways|scope)/'),
      to: { path: '^server/(features/|modules/|(app|chores|main|modules|routes)\\.ts$)' },
    },
    {
      // What follows from a ticket is a part of its own, which server/modules.ts lists.
      name: 'bookings-know-nothing-of-what-follows-a-ticket',
      severity: 'error',
      from: inside('^server/features/bookings/'),
      to: {
        path: '^server/(features|modules)/',
        pathNot: '^server/features/(bookings|audit|files|offences|places|users)/',
      },
    },
    {
      name: 'papers-know-neither-disputes-nor-court',
      severity: 'error',
      from: inside('^server/modules/after-ticket/papers/'),
      to: { path: '^server/modules/after-ticket/(court|disputes|holds|obligations)/' },
    },
    {
      name: 'acts-know-no-part',
      severity: 'error',
      from: inside('^server/acts/'),
      to: {
        path: '^server/(features/|modules/|(app|chores|main|modules|routes)\\.ts$)',
        pathNot: '^server/features/(audit|duties|files|users)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'rules-do-no-io',
      severity: 'error',
      from: inside('/rules\\.ts$'),
      to: {
        path: '^server/db/|^server/gateways/|node_modules/(pg|pg-boss|kysely|fastify|nodemailer)/|^(node:)?(fs|net|http|https|child_process)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-dev-dependencies-in-the-product',
      severity: 'error',
      from: { path: '^(contract|server|web)/', pathNot: '^web/build/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      // They are plain dependencies, since a start on a fresh clone builds the screens.
      name: 'no-build-tools-in-the-product',
      severity: 'error',
      from: { path: '^(contract|server|web)/', pathNot: '^web/build/' },
      to: {
        path: 'node_modules/(vite|@vitejs|rolldown|typescript|@iconify-json)/',
        dependencyTypesNot: ['type-only'],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.(css|svg|woff2)$|\\?worker|\\?url|^virtual:icon/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'module', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
};
