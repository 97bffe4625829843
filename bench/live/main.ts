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
import { startWebProcess } from '../harness/web-process.ts'
import { measureCrowd } from './crowd.ts'
import { measurePixels } from './pixel.ts'

/**
 * `npm run bench:live [-- --quick] [--json FILE]`: builds for production, and measures how soon an event is drawn at 1,000
 * events a second, and what a crowd of subscribers costs.
 */
const { values: flags } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, json: { type: 'string' } },
})

const startedAt = performance.now()
const boot: { ensureBuild(): void } = await import(join(import.meta.dirname, '../../server/boot/prepare.mjs'))
boot.ensureBuild()
const folder = await mkdtemp(join(tmpdir(), 'heddle-bench-'))
// As root the server runs as another user, who must reach it.
await chmod(folder, 0o755)
const server = await startEmbeddedServer({ dataDir: folder })
try {
  const machine = await describeMachine(server.url)
  const stage = await openStage(server.url, 'live')
  const web = await startWebProcess(stage.databaseUrl)
  const browser = await launchBrowser()
  try {
    const rows: Row[] = [
      ...(await measurePixels(stage, browser, `http://127.0.0.1:${web.port}`, {
        perSecond: 1_000,
        forMs: flags.quick ? 10_000 : 30_000,
      })),
    ]
    await browser.close()
    rows.push(...(await measureCrowd(stage, web, flags.quick ? 200 : 1_000)))
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
