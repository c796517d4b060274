import { defineConfig } from 'oxlint';

const each = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, 'error' as const]));

/** What a browser asks a server with. */
const waysOut = ['fetch', 'XMLHttpRequest', 'EventSource', 'WebSocket'];
const oneWayOut = 'Ask the server through web/api/call.ts: it keeps the error message.';

/** Besides what is plainly wrong ("correctness"). */
const everywhere = [
  'no-array-constructor',
  'no-case-declarations',
  'no-empty',
  'no-fallthrough',
  'no-prototype-builtins',
  'no-redeclare',
  'no-regex-spaces',
  'no-unexpected-multiline',
  'no-useless-assignment',
  'preserve-caught-error',
  'unicorn/no-useless-spread',
];

/** What only types can tell, and how types are written. */
const typed = [
  'adjacent-overload-signatures',
  'array-type',
  'class-literal-property-style',
  'consistent-generic-constructors',
  'consistent-indexed-object-style',
  'consistent-type-assertions',
  'consistent-type-definitions',
  'consistent-type-imports',
  'dot-notation',
  'no-confusing-non-null-assertion',
  'no-deprecated',
  'no-dynamic-delete',
  'no-empty-object-type',
  'no-explicit-any',
  'no-extraneous-class',
  'no-inferrable-types',
  'no-invalid-void-type',
  'no-misused-promises',
  'no-mixed-enums',
  'no-namespace',
  'no-non-null-asserted-nullish-coalescing',
  'no-non-null-assertion',
  'no-require-imports',
  'no-unnecessary-boolean-literal-compare',
  'no-unnecessary-condition',
  'no-unnecessary-template-expression',
  'no-unnecessary-type-arguments',
  'no-unnecessary-type-assertion',
  'no-unnecessary-type-constraint',
  'no-unnecessary-type-conversion',
  'no-unnecessary-type-parameters',
  'no-unsafe-argument',
  'no-unsafe-assignment',
  'no-unsafe-call',
  'no-unsafe-enum-comparison',
  'no-unsafe-function-type',
  'no-unsafe-member-access',
  'no-unsafe-return',
  'non-nullable-type-assertion-style',
  'only-throw-error',
  'prefer-find',
  'prefer-for-of',
  'prefer-function-type',
  'prefer-includes',
  'prefer-nullish-coalescing',
  'prefer-optional-chain',
  'prefer-promise-reject-errors',
  'prefer-reduce-type-parameter',
  'prefer-regexp-exec',
  'prefer-return-this-type',
  'prefer-string-starts-ends-with',
  'related-getter-setter-pairs',
  'require-await',
  'switch-exhaustiveness-check',
  'unified-signatures',
  'use-unknown-in-catch-callback-variable',
].map((name) => `typescript/${name}`);

export default defineConfig({
  plugins: ['eslint', 'typescript', 'react', 'oxc', 'import', 'unicorn'],
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  categories: { correctness: 'error' },
  env: { builtin: true, browser: true, node: true },
  ignorePatterns: ['dist', 'data', 'test-results', 'server/db/tables.ts'],
  rules: {
    ...each(everywhere),
    // A difference has what was and what is `then`; nobody awaits one.
    'unicorn/no-thenable': 'off',
    // It takes a method in a variable for GET.
    'unicorn/no-invalid-fetch-options': 'off',
    // Statuses and small numbers sort right as text.
    'typescript/require-array-sort-compare': 'off',
  },
  overrides: [
    {
      files: ['**/*.{ts,tsx}'],
      rules: {
        ...each([...typed, 'no-empty-function', 'no-useless-constructor']),
        'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
        'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
        'typescript/restrict-plus-operands': [
          'error',
          {
            allowAny: false,
            allowBoolean: false,
            allowNullish: false,
            allowNumberAndString: false,
            allowRegExp: false,
          },
        ],
        'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
        'typescript/return-await': ['error', 'error-handling-correctness-only'],
      },
    },
    {
      files: ['web/**/*.{ts,tsx}'],
      rules: {
        ...each(['react/rules-of-hooks', 'react/unsupported-syntax']),
        'no-restricted-globals': [
          'error',
          ...waysOut.map((name) => ({ name, message: oneWayOut })),
        ],
        'no-restricted-properties': [
          'error',
          ...['sendBeacon', ...waysOut].map((property) => ({ property, message: oneWayOut })),
        ],
      },
    },
    {
      files: [
        'web/api/call.ts',
        'web/api/upload.ts',
        'web/api/wake.ts',
        'web/api/breakages/send-reports.ts',
        'web/service-worker/service-worker.ts',
        // Runs before there is a call.ts, which takes its answer.
        'web/early/early.ts',
        // Reads a file of the page itself.
        'web/device/own-file.ts',
        // Asks the host of the tiles why one is lost.
        'web/features/map/engine/streets.ts',
        // Reads the logo at its signed address, as a page shows it.
        'web/modules/after-ticket/papers/kept-contacts.ts',
      ],
      rules: { 'no-restricted-globals': 'off' },
    },
    // Every name in a script is one that Node knows, or that a module has; the compiler sees to the
    // others.
    {
      files: ['**/*.{js,mjs,cjs}'],
      rules: { 'no-undef': 'error', 'import/named': 'error' },
    },
  ],
});
