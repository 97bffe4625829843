import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { TEST_LIMIT_MS, WAIT_LIMIT_MS } from './tools/test/wait-limit.mjs'

const properties = ['core', 'importers', 'proof/reference'].map((folder) => `${folder}/**/*-properties.test.ts`)
const limits = { testTimeout: TEST_LIMIT_MS, hookTimeout: WAIT_LIMIT_MS }
/** Node runs the server's sources as they are, as in production, and test files share loaded modules: half of the work. */
const server = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  isolate: false,
  globalSetup: ['server/db/testing/global-setup.ts'],
  expect: { poll: { timeout: WAIT_LIMIT_MS } },
  ...limits,
}

/**
 * Unit and server tests (`npm test`) and proofs (`npm run proof`). The pure core
 * is held to full coverage: a missed branch there is a wrong decision about a run.
 */
export default defineConfig({
  test: {
    // More workers than cores only make each other slow.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: 'core',
          include: [
            'core/**/*.test.ts',
            'importers/**/*.test.ts',
            'proof/histories/**/*.test.ts',
            'sdk/**/*.test.ts',
            'components/**/*.test.ts',
          ],
          exclude: properties,
          // Tests here keep no state outside themselves: sharing loaded modules takes a third of the time.
          isolate: false,
          setupFiles: ['core/testing/fixed-seed.ts'],
          ...limits,
        },
      },
      {
        test: {
          // Claims about thousands of drawn texts and runs. Measuring coverage would make them three times as long.
          name: 'properties',
          include: properties,
          isolate: false,
          setupFiles: ['core/testing/fixed-seed.ts'],
          ...limits,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server', 'cli', 'examples', 'e2e', 'tools', 'proof'].map((folder) => `${folder}/**/*.test.ts`),
          exclude: [...properties, 'proof/histories/**'],
          ...server,
        },
      },
      {
        test: { name: 'proof', include: ['{proof,server}/**/*.proof.ts'], exclude: ['proof/owners/**'], ...server },
      },
      {
        // Its process loads the sources of the server with switches in them.
        test: {
          name: 'owners',
          include: ['proof/owners/**/*.proof.ts'],
          execArgv: ['--import', './proof/owners/switched-off.ts'],
          ...server,
        },
      },
    ],
    coverage: {
      provider: 'v8',
      include: ['core/**/*.ts', 'importers/**/*.ts'],
      exclude: ['**/testing/**', '**/*.test.ts'],
      reporter: ['text-summary'],
      thresholds: { lines: 100, branches: 100, functions: 100, statements: 100 },
    },
  },
})
