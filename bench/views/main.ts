import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedServer } from '#server/db/embedded/server.ts'
import type { Row } from '../harness/bench.ts'
import { describeMachine, load } from '../harness/machine.ts'
import { openStage } from '../harness/stage.ts'
import { printTable } from '../harness/table.ts'
import { measureAudit } from './audit-benches.ts'
import { measureLists } from './list-benches.ts'
import { makeViewData } from './make-data.ts'
import { makeRuns } from './many-runs/make-runs.ts'
import { measureManyRuns } from './many-runs/measure-many-runs.ts'
import { measureRunPage } from './run-page/measure-run-page.ts'

/**
 * `npm run bench:views [-- --only lists|many|audit|run] [--quick] [--json FILE]`: how fast lists answer at 100,000 runs and 20,000
 * open tasks, how they find runs by comparisons among 65,000 and 1,000,000, how each filter of the audit answers among a
 * million rows, and how the page of a long run behaves in a browser.
 */
const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})
const data = flags.quick ? { runs: 10_000, tasks: 2_000 } : { runs: 100_000, tasks: 20_000 }
const many = flags.quick ? [20_000, 65_000] : [65_000, 1_000_000]
const auditRows = flags.quick ? 100_000 : 1_000_000
const runPage = flags.quick ? { rows: 5_000, openings: 1, scrubs: 12 } : { rows: 50_000, openings: 5, scrubs: 60 }

const startedAt = performance.now()
const folder = await mkdtemp(join(tmpdir(), 'heddle-bench-'))
// As root the server runs as another user, who must reach it.
await chmod(folder, 0o755)
const server = await startEmbeddedServer({ dataDir: folder })
try {
  const machine = await describeMachine(server.url)
  const rows = [
    ...(is('lists') ? await lists(server.url) : []),
    ...(is('many') ? await manyRuns(server.url) : []),
    ...(is('audit') ? await audit(server.url) : []),
    ...(is('run') ? await measureRunPage(runPage) : []),
  ]
  const seconds = (performance.now() - startedAt) / 1000
  console.log(printTable(rows, machine, load(), seconds))
  if (flags.json)
    await writeFile(flags.json, JSON.stringify({ machine, data, many, auditRows, runPage, rows }, null, 2))
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

function is(part: 'lists' | 'many' | 'audit' | 'run'): boolean {
  return flags.only === undefined || flags.only === part
}

async function manyRuns(serverUrl: string): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const runs of many) {
    const stage = await openStage(serverUrl, 'many')
    try {
      await makeRuns(stage.patientPool, runs)
      rows.push(...(await measureManyRuns(stage.pool, stage.databaseUrl, runs, flags.quick ? 5 : 40)))
    } finally {
      await stage.close()
    }
  }
  return rows
}

async function audit(serverUrl: string): Promise<readonly Row[]> {
  const stage = await openStage(serverUrl, 'audit')
  try {
    return await measureAudit(stage, auditRows, flags.quick ? 9 : 40)
  } finally {
    await stage.close()
  }
}

async function lists(serverUrl: string): Promise<readonly Row[]> {
  const stage = await openStage(serverUrl, 'views')
  try {
    await makeViewData(stage, data)
    return await measureLists(stage, flags.quick ? 9 : 30)
  } finally {
    await stage.close()
  }
}
