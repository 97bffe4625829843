import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startHeddle } from '../../e2e/support/heddle.ts'
import { type Arranging, measureArranging } from './arranging.ts'
import { launchBrowser, openTab } from './browser.ts'
import { type BenchDraft, benchDraft } from './draft.ts'
import { measureSize, type SizeFigures } from './measure-size.ts'
import { measureOpening, openDraft } from './opening.ts'
import { loadNow, printReport, type Report } from './report.ts'
import { measureRouteScript } from './route-script.ts'

/**
 * `npm run bench:canvas [-- --sizes 200,800] [--quick] [--json FILE]`: builds for production, starts a Heddle on a data
 * directory of its own and measures the designer in headless Chromium. With HEDDLE_URL it measures that one instead.
 */
const { values: flags } = parseArgs({
  options: {
    sizes: { type: 'string', default: '30,80,200,800,2000' },
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})
const sizes = flags.sizes.split(',').map(Number)
if (!sizes.every((size) => Number.isInteger(size) && size >= 10 && size <= 2_000)) {
  console.error('--sizes takes numbers of nodes between 10 and 2000, separated by commas.')
  process.exit(1)
}
const rounds = flags.quick ? { openings: 1, keys: 4 } : { openings: 5, keys: 12 }
const arranged = 1_000

const loadBefore = loadNow()
const heddle = process.env.HEDDLE_URL
  ? { url: process.env.HEDDLE_URL, stop: () => Promise.resolve() }
  : await buildAndStart()
const browser = await launchBrowser()
try {
  const figures = new Map<number, SizeFigures>()
  const first = benchDraft(sizes[0] ?? 30)
  await seed(first)
  const { shownMs: firstVisitMs } = await measureOpening(browser, heddle.url, first.name, 1)
  for (const size of sizes) {
    const draft = benchDraft(size)
    await seed(draft)
    console.error(`${size} nodes …`)
    figures.set(size, await measureSize(browser, heddle.url, draft, rounds))
  }
  console.error(`arranging ${arranged} nodes …`)
  const report: Report = {
    firstVisitMs,
    sizes: figures,
    arranging: await arrange().catch((error: Error) => {
      console.error(`arranging: ${error.message}`)
      return null
    }),
    script: await measureRouteScript(browser, heddle.url, first.name),
    loadBefore,
    browser: browser.version(),
  }
  console.log(printReport(report))
  if (flags.json) {
    await writeFile(flags.json, JSON.stringify({ ...report, sizes: Object.fromEntries(figures) }, null, 2))
  }
} finally {
  await browser.close()
  await heddle.stop()
}

async function buildAndStart() {
  const boot: { ensureBuild(): void } = await import(join(import.meta.dirname, '../../server/processes/prepare.mjs'))
  boot.ensureBuild()
  return startHeddle()
}

async function seed({ name, text }: BenchDraft): Promise<void> {
  const response = await fetch(`${heddle.url}/api/trpc/workflows.create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, text }),
  })
  // One that is there already was left by a run before, with the same text.
  if (!response.ok && response.status !== 409) throw new Error(`${name} was not taken: ${await response.text()}`)
}

async function arrange(): Promise<Arranging | null> {
  const draft = benchDraft(arranged)
  await seed(draft)
  const tab = await openTab(browser)
  try {
    await openDraft(tab, heddle.url, draft.name)
    return await measureArranging(tab)
  } finally {
    await tab.close()
  }
}
