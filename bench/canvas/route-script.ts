import { gzipSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { openTab } from './browser.ts'
import { openDraft } from './opening.ts'

export interface RouteScript {
  /** Script that the page runs by itself, before any lazy part; what it only fetches ahead is lazy. */
  readonly ownKb: number
  /** All script by the time the page answers, lazy parts that it shows at once included. */
  readonly loadedKb: number
  /** The largest files, for a look. */
  readonly largest: readonly string[]
}

/** Sizes of what a browser loads to edit a workflow, compressed. */
export async function measureRouteScript(browser: Browser, url: string, name: string): Promise<RouteScript> {
  const tab = await openTab(browser)
  const bytes = new Map<string, number>()
  const reading: Promise<unknown>[] = []
  tab.page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!pathname.endsWith('.js')) return
    reading.push(
      response
        .body()
        .then((body) => bytes.set(pathname, gzipSync(body).length))
        .catch(() => undefined),
    )
  })
  await openDraft(tab, url, name)
  await Promise.all(reading)
  await tab.close()
  const html = await (await fetch(`${url}/workflows/${name}`)).text()
  const own = new Set([...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, path]) => path))
  const total = (wanted: (path: string) => boolean) =>
    [...bytes].reduce((sum, [path, size]) => sum + (wanted(path) ? size : 0), 0) / 1024
  const largest = [...bytes].toSorted((a, b) => b[1] - a[1]).slice(0, 8)
  return {
    ownKb: total((path) => own.has(path)),
    loadedKb: total(() => true),
    largest: largest.map(
      ([path, size]) => `${(size / 1024).toFixed(0)} kB ${path.split('/').at(-1)}${own.has(path) ? '' : ' (lazy)'}`,
    ),
  }
}
