import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import hooks from 'eslint-plugin-react-hooks';
import importSort from 'eslint-plugin-simple-import-sort';
import tseslint from 'typescript-eslint';

const nodeGlobals = {
  process: 'readonly',
  console: 'readonly',
  URL: 'readonly',
  fetch: 'readonly',
  setTimeout: 'readonly',
  AbortSignal: 'readonly',
};

/** What a browser asks a server with. */
const waysOut = ['fetch', 'XMLHttpRequest', 'EventSource', 'WebSocket'];
const oneWayOut = 'Ask the server through web/api/call.ts: it keeps the error message.';

export default defineConfig(
  { ignores: ['node_modules', 'dist', 'data', 'test-results', 'server/db/tables.ts'] },
  js.configs.recommended,
  {
    plugins: { 'import-sort': importSort },
    rules: {
      // What runs on import, Node, packages, our own by their floor, the folders above, this folder.
      'import-sort/imports': [
        'error',
        { groups: [['^\\u0000', '^node:', '^@?\\w', '^#', '^\\.\\.', '^\\.']] },
      ],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // Costly, and there are neither enums nor class instances of different meaning to mix up.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    extends: [hooks.configs.flat.recommended],
    rules: {
      'no-restricted-globals': ['error', ...waysOut.map((name) => ({ name, message: oneWayOut }))],
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
      // Reads a file of the page itself.
      'web/features/map/outlines/read-outlines.ts',
    ],
    rules: { 'no-restricted-globals': 'off' },
  },
  { files: ['**/*.{js,mjs}'], languageOptions: { globals: nodeGlobals } },
);
