import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const properties = 'core/**/*-properties.test.ts'

/**
 * Unit and server tests. The pure core is held to full coverage: it is where a
 * missed branch is a wrong decision about somebody's run.
 */
export default defineConfig({
  test: {
    // Left to itself the runner keeps one core for a person; most server tests wait for databases and processes, not for cores.
    maxWorkers: availableParallelism() + 1,
    // Deadlines are there for what hangs: beside other tests, on few cores, anything may take ten times as long.
    projects: [
      {
        test: {
          name: 'core',
          include: ['core/**/*.test.ts', 'sdk/**/*.test.ts', 'components/**/*.test.ts'],
          exclude: [properties],
          // Nothing here keeps anything outside its own test: files share what is loaded, which takes a third of the time.
          isolate: false,
          testTimeout: 600_000,
          setupFiles: ['core/testing/fixed-seed.ts'],
        },
      },
      {
        test: {
          // What holds for thousands of drawn texts and runs. Apart, because counting what is covered makes them three times as long.
          name: 'properties',
          include: [properties],
          isolate: false,
          testTimeout: 600_000,
          setupFiles: ['core/testing/fixed-seed.ts'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'cli/**/*.test.ts', 'examples/**/*.test.ts', 'e2e/**/*.test.ts'],
          // Node runs these sources as they are, here as in production, and files share what is loaded: half of the work.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          isolate: false,
          globalSetup: ['server/db/testing/global-setup.ts'],
          testTimeout: 900_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 300_000 } },
        },
      },
    ],
    coverage: {
      provider: 'v8',
      include: ['core/**/*.ts'],
      exclude: ['core/**/testing/**', 'core/**/*.test.ts'],
      reporter: ['text-summary'],
      thresholds: { lines: 100, branches: 100, functions: 100, statements: 100 },
    },
  },
})
