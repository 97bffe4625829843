import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './e2e/support/find-browser.ts'
import { TEST_LIMIT_MS, WAIT_LIMIT_MS } from './tools/test/wait-limit.mjs'

const ownHost = new URL(process.env.HEDDLE_URL ?? 'http://localhost').hostname

/**
 * User journeys in a real browser against real commands. A worker's journeys
 * share a Heddle (e2e/support/fixtures); one that stops or configures it starts
 * its own, on its own data directory.
 */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: join(import.meta.dirname, 'e2e', 'support', 'prepared-data.ts'),
  testMatch: '**/*.spec.ts',
  // A folder of their own: it is emptied when they begin, and other tests write their reports beside it.
  outputDir: 'test-results/e2e',
  timeout: TEST_LIMIT_MS,
  expect: { timeout: WAIT_LIMIT_MS },
  // Each worker has a Heddle of its own, which takes more than half of a core while a page waits for it.
  workers: Math.min(2, availableParallelism()),
  retries: 0,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    // An action that cannot be done says so like an expectation, not at the end of the journey's time.
    actionTimeout: WAIT_LIMIT_MS,
    viewport: { width: 1440, height: 860 },
    // To see how a journey failed: npx playwright test --trace retain-on-failure. Kept always, it takes a tenth of the time.
    trace: 'off',
    screenshot: 'only-on-failure',
    // What turns and breathes is drawn by the processors here, which the journeys need themselves.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: findBrowser(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        // No page reaches another machine.
        `--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE ${ownHost}`,
      ],
    },
  },
})
