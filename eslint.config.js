import { existsSync } from 'node:fs';
import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** The types of AssemblyScript's sources are those of its compiler, which `npm run exhaustive` installs. */
const untyped = existsSync('test/exhaustive/node_modules/assemblyscript') ? [] : ['renderer/png/assembly/'];

export default tseslint.config(
  {
    ignores: [
      '.build/',
      'dist/',
      'node_modules/',
      'test/golden/',
      'docs/api/',
      'server/docs/swagger-ui-dist/',
      ...untyped,
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    // The projects of the nearest tsconfig.json are read once; an editor's service of projects takes a tenth longer.
    languageOptions: { parserOptions: { project: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // They took a quarter of all linting and found nothing: no enum is declared here, and a class is rarely a type.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
    },
  },
  {
    files: ['renderer/**/*.ts', 'server/**/*.ts'],
    ignores: ['server/page/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'AbortSignal', property: 'any', message: 'On Node 20 it loses signals to the garbage collector.' },
      ],
    },
  },
  {
    files: ['renderer/png/assembly/*.ts'],
    // AssemblyScript's integers of all sizes are numbers to TypeScript.
    rules: { '@typescript-eslint/no-unnecessary-type-assertion': 'off' },
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        Buffer: 'readonly',
        URL: 'readonly',
        performance: 'readonly',
      },
    },
  },
);
