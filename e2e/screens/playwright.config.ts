import { defineConfig } from '@playwright/test'
import journeys from '../../playwright.config.ts'

/**
 * `npm run screens`: pictures of every state of every screen, in light and in
 * dark, in the ignored folder screens/, to be looked at after a change of the looks.
 */
export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: '*.screens.ts',
  workers: 1,
  timeout: 600_000,
  expect: { timeout: 60_000 },
  // What waits for something that never comes is to say so, not to stand there until the test is over.
  use: { ...journeys.use, actionTimeout: 60_000 },
  reporter: 'list',
})
