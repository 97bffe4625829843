import { parseArgs } from 'node:util'
import { findDatabase } from '#server/db/find-database.ts'
import { createPool } from '#server/db/pool.ts'
import { listArchived, readArchived } from '#server/operations/archive/read-archived.ts'
import { loadEnv } from '../env.ts'
import { refuse } from '../read-options.ts'

const usage = `Reads the archive: runs that retention has written to HEDDLE_RETENTION_EXPORT before it removed them.

heddle archive list [--owner OWNER] [--workflow NAME] [--status STATUS] [--limit N]
heddle archive show RUN_ID    prints the run with its history, tasks and values as JSON
`
const MOST_LISTED = 10_000
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

const options = {
  owner: { type: 'string' },
  workflow: { type: 'string' },
  status: { type: 'string' },
  limit: { type: 'string', default: '100' },
  help: { type: 'boolean', short: 'h' },
} as const

function understand() {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    return refuse(`${(error as Error).message}\n\n${usage}`)
  }
}

const { values, positionals } = understand()
const [verb, runId, ...more] = positionals
if (values.help) {
  process.stdout.write(usage)
  process.exit(0)
}
const limit = Number(values.limit)
if (!Number.isInteger(limit) || limit < 1 || limit > MOST_LISTED)
  refuse(`--limit takes a whole number from 1 to ${MOST_LISTED}, not '${values.limit}'.`)
if (more.length > 0 || (!(verb === 'list' && runId === undefined) && !(verb === 'show' && UUID.test(runId ?? ''))))
  refuse(usage)
const env = loadEnv()
const folder = env.retentionExport
if (folder === undefined) refuse('Set HEDDLE_RETENTION_EXPORT to the folder of the archive.')
const pool = createPool(await findDatabase(env), 1)
try {
  const { owner: ownerId, workflow, status } = values
  const runs = await listArchived(pool, { runId, ownerId, workflow, status, limit })
  if (verb === 'list') {
    for (const run of runs)
      process.stdout.write(
        `${run.runId}  ${run.ownerId}  ${run.workflow} ${run.version}  ${run.status}  ended ${run.endedAt.toISOString()}  ${run.file}\n`,
      )
  } else {
    const [run] = runs
    if (!run) refuse(`There is no run ${runId} in the archive.`)
    const line = await readArchived(folder, run)
    if (line === null) refuse(`The run ${runId} is not in ${run.file} of ${folder}. Is this the folder of the archive?`)
    process.stdout.write(`${line}\n`)
  }
} finally {
  await pool.end()
}
