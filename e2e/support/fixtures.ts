import { type BrowserContext, test as base, expect } from '@playwright/test'
import { WAIT_LIMIT_MS } from '../../tools/test/wait-limit.mjs'
import { DesignerPage } from '../pages/designer-page.ts'
import { InboxPage } from '../pages/inbox-page.ts'
import { OverviewPage } from '../pages/overview-page.ts'
import { RunPage } from '../pages/run-page.ts'
import { WorkflowsPage } from '../pages/workflows-page.ts'
import { type Heddle, startHeddle } from './heddle.ts'
import { restClient } from './rest.ts'

interface Fixtures {
  workflows: WorkflowsPage
  designer: DesignerPage
  inbox: InboxPage
  overview: OverviewPage
  run: RunPage
  /** Errors that the pages logged, and requests to other machines. */
  complaints: string[]
  rest: ReturnType<typeof restClient>
}

interface WorkerFixtures {
  heddle: Pick<Heddle, 'url'>
}

/**
 * Journeys of one worker share one Heddle, started by `npm start`, or the one at HEDDLE_URL while writing them. The
 * network is blocked but for that address, and a page that complains fails its journey.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  heddle: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are wanted from this pattern
    async ({}, use) => {
      if (process.env.HEDDLE_URL) {
        await use({ url: process.env.HEDDLE_URL })
        return
      }
      const heddle = await startHeddle()
      await use(heddle)
      await heddle.stop()
    },
    { scope: 'worker', timeout: WAIT_LIMIT_MS },
  ],
  baseURL: async ({ heddle }, use) => use(heddle.url),
  complaints: [
    async ({ context, heddle }, use) => {
      const complaints: string[] = []
      listenTo(context, heddle.url, complaints)
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  workflows: async ({ page }, use) => use(new WorkflowsPage(page)),
  designer: async ({ page }, use) => use(new DesignerPage(page)),
  inbox: async ({ page }, use) => use(new InboxPage(page)),
  overview: async ({ page }, use) => use(new OverviewPage(page)),
  run: async ({ page }, use) => use(new RunPage(page)),
  rest: async ({ heddle }, use) => use(restClient(heddle.url)),
})

/** A fresh, unused Heddle for journeys of the first visitor. */
export const freshTest = test.extend({
  heddle: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are wanted from this pattern
    async ({}, use) => {
      const heddle = await startHeddle()
      await use(heddle)
      await heddle.stop()
    },
    { scope: 'worker', timeout: WAIT_LIMIT_MS },
  ],
})

/**
 * Requests to another origin, and what the pages complain about. The browser reaches no other host
 * (`playwright.config.ts`). No request is routed: a context with a route has no cache, and every page of a journey
 * would load and compile all scripts anew.
 */
function listenTo(context: BrowserContext, own: string, complaints: string[]): void {
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== own && protocol.startsWith('http')) complaints.push(`asked for ${request.url()}`)
  })
  context.on('weberror', (error) => complaints.push(`threw ${error.error().message}`))
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`said ${message.text()}`)
  })
}

export { expect }
