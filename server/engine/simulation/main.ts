import { readOptions } from '../../read-options.ts'
import { explore } from './explore.ts'
import { plantedBugs } from './planted-bugs.ts'
import { plantedTable } from './planted-table.ts'
import { describeCoverage, describeFailure, missing } from './report.ts'

const usage = `Simulates the engine in made-up worlds, each drawn from a seed; ends with 1 when one of them breaks a promise.

npm run simulate -- [options]
  --seeds N      so many seeds
  --seconds S    for so long; without either, one minute
  --from SEED    the first seed (1)
  --seed SEED    this one alone, with its trace where it fails
  --without A,B  leaves out these faults and plans, and tells a failure as it then is
  --once         each seed once, instead of twice with equal traces
  --bug NAME     with one of the planted bugs; a name that is none lists them
  --planted      how many seeds it takes to find each planted bug
  --trials N     how often each of them is looked for (5)
`
const values = readOptions(usage, {
  seeds: { type: 'string' },
  seconds: { type: 'string' },
  from: { type: 'string', default: '1' },
  seed: { type: 'string' },
  bug: { type: 'string' },
  without: { type: 'string', default: '' },
  once: { type: 'boolean', default: false },
  planted: { type: 'boolean', default: false },
  trials: { type: 'string', default: '5' },
})
if (values.planted) {
  for await (const line of plantedTable(Number(values.trials), Number(values.seeds ?? 2_000))) console.log(line)
  process.exit(0)
}
const bug = plantedBugs.find(({ name }) => name === values.bug) ?? null
if (values.bug !== undefined && !bug) {
  console.error(`There is no planted bug of that name. There are: ${plantedBugs.map(({ name }) => name).join('; ')}.`)
  process.exit(2)
}
const spared = new Set(values.without.split(/, */).filter((name) => name !== ''))
const single = values.seed !== undefined
const most = single ? 1 : Number(values.seeds ?? Number.POSITIVE_INFINITY)
const seconds = Number(values.seconds ?? (values.seeds === undefined && !single ? 60 : Number.POSITIVE_INFINITY))
const startedAt = performance.now()
const elapsed = () => (performance.now() - startedAt) / 1_000

const { seeds, failure, coverage, steps } = await explore({
  from: Number(values.seed ?? values.from),
  bug,
  spared,
  twice: !values.once,
  goesOn: (done) => done < most && elapsed() < seconds,
})
const took = elapsed()
console.log(describeCoverage(coverage))
console.log(
  `${seeds} seeds${values.once ? '' : ', each twice,'} in ${took.toFixed(1)} s: ${Math.round((seeds / took) * 60)} a minute, ${steps} events in virtual time.`,
)
if (failure) {
  console.log(await describeFailure(failure, bug, spared))
  process.exitCode = 1
} else if (!single && missing(coverage).length > 0) {
  console.log(`Never came up: ${missing(coverage).join(', ')}`)
}
