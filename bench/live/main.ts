import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedServer } from '#server/db/embedded/server.ts'
import { launchBrowser } from '../canvas/browser.ts'
import type { Row } from '../harness/bench.ts'
import { describeMachine, load } from '../harness/machine.ts'
import { openStage } from '../harness/stage.ts'
import { printTable } from '../harness/table.ts'
import { startWebProcess } from '../harness/web/web-process.ts'
import { measureCrowd } from './crowd.ts'
import { measurePixels } from './pixel.ts'
import { measureStalled } from './stalled.ts'

/**
 * `npm run bench:live [-- --quick] [--only pixels|crowd|stalled] [--json FILE] [--profile FOLDER]`: builds for production, and
 * measures how soon an event is drawn at 1,000 events a second, what a crowd of subscribers costs, and what becomes of those
 * who do not read.
 */
const parts = ['pixels', 'crowd', 'stalled'] as const
const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    json: { type: 'string' },
    profile: { type: 'string' },
  },
})
const wanted = (part: (typeof parts)[number]) => flags.only === undefined || flags.only === part
if (!parts.some(wanted)) {
  console.error(`There is no part ${flags.only}: ${parts.join(', ')}.`)
  process.exit(1)
}

const startedAt = performance.now()
const boot: { ensureBuild(): void } = await import(join(import.meta.dirname, '../../server/processes/prepare.mjs'))
if (wanted('pixels') || wanted('stalled')) boot.ensureBuild()
const folder = await mkdtemp(join(tmpdir(), 'heddle-bench-'))
// As root the server runs as another user, who must reach it.
await chmod(folder, 0o755)
const server = await startEmbeddedServer({ dataDir: folder })
try {
  const machine = await describeMachine(server.url)
  const stage = await openStage(server.url, 'live')
  const web = await startWebProcess(stage, flags.profile)
  const browser = await launchBrowser()
  try {
    const rows: Row[] = []
    const url = `http://127.0.0.1:${web.port}`
    if (wanted('crowd')) {
      const options = flags.quick ? { runs: 200, bursts: 1, pairs: 4 } : { runs: 1_000, bursts: 3, pairs: 16 }
      rows.push(...(await measureCrowd(stage, web, options)))
    }
    if (wanted('pixels')) {
      rows.push(
        ...(await measurePixels(stage, browser, url, { perSecond: 1_000, forMs: flags.quick ? 10_000 : 30_000 })),
      )
    }
    if (wanted('stalled')) rows.push(...(await measureStalled(stage, browser, web)))
    console.log(printTable(rows, machine, load(), (performance.now() - startedAt) / 1000))
    if (flags.json) await writeFile(flags.json, JSON.stringify({ machine, rows }, null, 2))
  } finally {
    await browser.close()
    await web.stop()
    await stage.close()
  }
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
