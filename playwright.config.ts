import { defineConfig } from '@playwright/test'
import { findBrowser } from './e2e/find-browser.ts'

/**
 * User journeys in a real browser against real commands. Every spec starts its
 * own Heddle on its own data directory (e2e/fixtures), so that killing one
 * disturbs no other.
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  // A folder of their own: it is emptied when they begin, and other tests write their reports beside it.
  outputDir: 'test-results/e2e',
  // Deadlines are there for what hangs: beside other tests, on few cores, anything may take ten times as long.
  timeout: 900_000,
  expect: { timeout: 120_000 },
  // Each worker has a Heddle of its own, and half of a journey is waiting.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    // What is waited for in vain says so as soon as an expectation does, not at the end of the journey's time.
    actionTimeout: 120_000,
    viewport: { width: 1440, height: 860 },
    // To see how a journey failed: npx playwright test --trace retain-on-failure. Kept always, it takes a tenth of the time.
    trace: 'off',
    screenshot: 'only-on-failure',
    // What turns and breathes is drawn by the processors here, which the journeys need themselves.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: findBrowser(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
    },
  },
})
