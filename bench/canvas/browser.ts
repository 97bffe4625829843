import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { findBrowser } from '../../e2e/support/find-browser.ts'
import { watchPage } from './in-page.ts'

export interface Tab {
  readonly page: Page
  readonly cdp: CDPSession
  close(): Promise<void>
}

/** Headless Chromium as in the browser tests; without a graphics card it paints on the processor. */
const launch = {
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
}
const viewport = { width: 1440, height: 860 }

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ ...launch, executablePath: findBrowser() })
}

/** One person's browser, which keeps on disk what it was sent and compiled. */
export interface Profile {
  openTab(): Promise<Tab>
  close(): Promise<void>
}

export async function openProfile(): Promise<Profile> {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-profile-'))
  const context = await chromium.launchPersistentContext(folder, {
    ...launch,
    viewport,
    executablePath: findBrowser(),
  })
  return {
    async openTab() {
      const tab = await tabOf(context)
      return { ...tab, close: () => tab.page.close() }
    },
    async close() {
      await context.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

/** A new visitor: nothing in any cache or storage. */
export async function openTab(browser: Browser): Promise<Tab> {
  return tabOf(await browser.newContext({ viewport }))
}

async function tabOf(context: BrowserContext): Promise<Tab> {
  const page = await context.newPage()
  // A busy machine is slow, not broken.
  page.setDefaultTimeout(120_000)
  await page.addInitScript(watchPage)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable')
  return { page, cdp, close: () => context.close() }
}

/** Milliseconds of the page's main thread so far, by what they were spent on; others that use the processor make them longer. */
export const mainThreadMs = (cdp: CDPSession) => metricMs(cdp, 'TaskDuration')

/** Processor time of the page's process so far, all its threads together: hardly changes with the load of the machine. */
export const processorMs = (cdp: CDPSession) => metricMs(cdp, 'ProcessTime')

async function metricMs(cdp: CDPSession, wanted: string): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === wanted)?.value ?? 0) * 1000
}
