import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** The one without the windows of a desktop first: journeys take a fifth less of the processors in it. */
const installed = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
]

/** Playwright's own Chromium, else one of the system; throws with what to do when there is none. */
export function findBrowser(): string {
  const found = [chromium.executablePath(), ...installed].find((path) => path && existsSync(path))
  if (found) return found
  throw new Error(
    'The browser tests need Chromium: run "npx playwright install chromium", or install the package "chromium".',
  )
}
