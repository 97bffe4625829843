import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedServer } from '#server/db/embedded/server.ts'
import { describeMachine, load } from '../harness/machine.ts'
import { openStage } from '../harness/stage.ts'
import { printTable } from '../harness/table.ts'
import { measureLists } from './list-benches.ts'
import { makeViewData } from './make-data.ts'

/** `npm run bench:views [-- --quick] [--json FILE]`: how fast lists answer at 100,000 runs and 20,000 open tasks. */
const { values: flags } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, json: { type: 'string' } },
})
const data = flags.quick ? { runs: 10_000, tasks: 2_000 } : { runs: 100_000, tasks: 20_000 }

const startedAt = performance.now()
const folder = await mkdtemp(join(tmpdir(), 'heddle-bench-'))
// As root the server runs as another user, who must reach it.
await chmod(folder, 0o755)
const server = await startEmbeddedServer({ dataDir: folder })
try {
  const machine = await describeMachine(server.url)
  const stage = await openStage(server.url, 'views')
  try {
    await makeViewData(stage, data)
    const rows = await measureLists(stage.pool, stage.databaseUrl, flags.quick ? 5 : 30)
    const seconds = (performance.now() - startedAt) / 1000
    console.log(printTable(rows, machine, load(), seconds))
    if (flags.json) await writeFile(flags.json, JSON.stringify({ machine, data, rows }, null, 2))
  } finally {
    await stage.close()
  }
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
