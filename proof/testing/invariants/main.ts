import { loadEnv } from '#server/env.ts'
import { readOptions, refuse } from '#server/read-options.ts'
import { inspect, tallyOf } from '../invariants.ts'
import { createToolPool } from '../tool-pool.ts'

const usage = `Holds the invariants of ARCHITECTURE.md against the database at DATABASE_URL, as of one moment and changing nothing. Prints
for each the rows looked at and the violations; ends with 1 if there are any.

npm run invariants -- [options]
  --settled  no engine is to do anything there any more, so nothing may be left over
`
const { settled } = readOptions(usage, { settled: { type: 'boolean', default: false } })
const { databaseUrl } = loadEnv()
if (!databaseUrl)
  refuse(
    'Set DATABASE_URL to the database that is to be looked at. How to reach an embedded one is said in docs/operations.md, "Backup and restore".',
  )
const pool = createToolPool(databaseUrl, 1)
const { checked, tally } = await look().catch(tellWhy)
await pool.end()

process.stdout.write('invariant       rows  violations\n')
for (const { invariant, what, rows, culprits } of checked) {
  const numbers = `${String(invariant).padStart(9)}${String(rows).padStart(11)}${String(culprits.length).padStart(12)}`
  process.stdout.write(`${numbers}  no run or definition ${what}\n`)
  for (const culprit of culprits.slice(0, 20)) process.stdout.write(`${' '.repeat(34)}${culprit}\n`)
}
process.stdout.write(
  `${Object.entries(tally)
    .map(([name, count]) => `${name}: ${count}`)
    .join(', ')}\n`,
)
if (checked.some(({ culprits }) => culprits.length > 0)) process.exitCode = 1

async function look() {
  return { checked: await inspect(pool, { settled }), tally: await tallyOf(pool) }
}

/** What a database or a connection says has a code; anything else is a mistake of ours. */
function tellWhy(error: unknown): never {
  const { code, message } = error as { readonly code?: string; readonly message: string }
  if (code === undefined) throw error
  if (code === '42P01')
    refuse(`There is no Heddle of this version in the database at DATABASE_URL: ${message}. Start Heddle on it first.`)
  return refuse(`The database at DATABASE_URL cannot be looked at: ${message || code}.`)
}
