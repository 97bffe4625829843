import { loadEnv } from '../../../env.ts'
import { inspect, tallyOf } from '../invariants.ts'
import { createToolPool } from '../tool-pool.ts'

/**
 * `npm run invariants`: holds the invariants of ARCHITECTURE.md against the
 * database of DATABASE_URL, as of one moment and changing nothing. Prints each
 * with the rows looked at and the violations; ends with 1 if there are any.
 * `-- --settled`: nothing is left to do there, so nothing may be left over.
 */
const { databaseUrl } = loadEnv()
if (!databaseUrl) {
  process.stderr.write('Set DATABASE_URL to the database that is to be looked at.\n')
  process.exit(1)
}
const pool = createToolPool(databaseUrl, 1)
const checked = await inspect(pool, { settled: process.argv.includes('--settled') })
const tally = await tallyOf(pool)
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
