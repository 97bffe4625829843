import { availableParallelism } from 'node:os'
import { readOptions, refuse, wrongNumber } from '#server/read-options.ts'
import { allRatedFaults } from './draw/draw.ts'
import { plantedBugs } from './planted-bugs.ts'
import { plantedTable } from './planted-table.ts'
import { describeCoverage, describeFailure, missing } from './report.ts'
import { exploreWidely } from './threads/explore-widely.ts'

const usage = `Simulates the engine in made-up worlds, each drawn from a seed; ends with 1 when one of them breaks a promise.

npm run simulate -- [options]
  --seeds N      so many seeds
  --seconds S    for so long; without either, one minute
  --from SEED    the first seed (1)
  --threads N    so many seeds at a time (one per core)
  --seed SEED    this one alone, with its trace where it fails
  --without A,B  leaves out these faults and plans, and tells a failure as it then is
  --once         each seed once, instead of twice with equal traces
  --bug NAME     with one of the planted bugs; a name that is none lists them
  --planted      how many seeds it takes to find each planted bug, or that of --bug: the table of docs/simulation.md
  --trials N     how often each of them is looked for (5)
`
const values = readOptions(usage, {
  seeds: { type: 'string' },
  seconds: { type: 'string' },
  from: { type: 'string', default: '1' },
  threads: { type: 'string', default: String(availableParallelism()) },
  seed: { type: 'string' },
  bug: { type: 'string' },
  without: { type: 'string', default: '' },
  once: { type: 'boolean', default: false },
  planted: { type: 'boolean', default: false },
  trials: { type: 'string', default: '5' },
})
const wrong = wrongNumber(values, {
  ...{ seeds: { from: 1 }, seconds: { above: 0 }, from: { from: 1 }, threads: { from: 1 } },
  ...{ seed: { from: 1 }, trials: { from: 1 } },
})
if (wrong) refuse(wrong)
const bug = plantedBugs.find(({ name }) => name === values.bug) ?? null
if (values.bug !== undefined && !bug) {
  refuse(
    `There is no planted bug '${values.bug}'. There are:\n${plantedBugs.map(({ name }) => `  ${name}`).join('\n')}`,
  )
}
if (values.planted) {
  const table = plantedTable(Number(values.trials), Number(values.seeds ?? 2_000), bug ? [bug] : plantedBugs)
  for await (const line of table) console.log(line)
  process.exit(0)
}
const spared = new Set(values.without.split(/, */).filter((name) => name !== ''))
const kinds: readonly string[] = [...allRatedFaults, 'deadly']
for (const name of spared) {
  if (kinds.includes(name) || /^[a-z_ ]+ \d+$/.test(name)) continue
  refuse(
    `'${name}' is nothing that can be left out. Write a kind of fault (${kinds.join(', ')}) or one fault or plan as a failure names it, such as 'crash 2'.`,
  )
}
const single = values.seed !== undefined
const seconds = Number(values.seconds ?? (values.seeds === undefined && !single ? 60 : Number.POSITIVE_INFINITY))
const startedAt = performance.now()
const threads = Number(values.threads)

const { seeds, failure, coverage, steps } = await exploreWidely({
  from: Number(values.seed ?? values.from),
  ...{ bug, spared, seconds, threads, twice: !values.once },
  seeds: single ? 1 : Number(values.seeds ?? Number.POSITIVE_INFINITY),
})
const took = (performance.now() - startedAt) / 1_000
if (!single) {
  console.log(describeCoverage(coverage))
  console.log(
    `${seeds} seeds${values.once ? '' : ', each twice,'} in ${took.toFixed(1)} s: ${Math.round((seeds / took) * 60)} a minute, ${steps} events in virtual time.`,
  )
}
if (failure) {
  console.log(await describeFailure(failure, bug, spared))
  process.exitCode = 1
} else if (single) {
  console.log(
    `Seed ${values.seed} breaks no promise${values.once ? '' : ', and does the same twice'}; ${steps} events in virtual time.`,
  )
} else if (missing(coverage).length > 0) {
  console.log(`Never came up: ${missing(coverage).join(', ')}`)
}
