import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { RunEvent } from '#core/run/event.ts'
import { fold } from '#core/run/evolve.ts'
import { initialState } from '#core/run/state.ts'
import { drawWork } from '../reference/work/draw-work.ts'
import { playWork } from '../reference/work/play-work.ts'
import { seededRandom } from '../reference/work/seeded-random.ts'
import { digestOf, meaningOf } from './digest.ts'
import { playKind } from './play-kinds.ts'
import type { RecordedHistory } from './recorded.ts'

/**
 * npm run record-histories: adds what this version makes of two hundred runs,
 * many of them under way, as `<version>.jsonl`. Later versions must understand
 * them as they were meant; a set that is there is never written again.
 */
const COUNT = { work: 80, kinds: 120 }
const LONGEST_LINE = 5_000

const root = fileURLToPath(new URL('../../', import.meta.url))
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { readonly version: string }
const file = fileURLToPath(new URL(`./${version}.jsonl`, import.meta.url))
if (existsSync(file)) {
  process.stderr.write(`The histories of ${version} are recorded already. Raise the version in package.json first.\n`)
  process.exit(1)
}

const lines: string[] = []
function record({ executable, history }: { executable: ExecutableDefinition; history: readonly RunEvent[] }): void {
  const digest = digestOf(
    meaningOf(executable, fold(initialState(), JSON.parse(JSON.stringify(history)) as RunEvent[])),
  )
  const line = JSON.stringify({ definition: executable.definition, history, digest } satisfies RecordedHistory)
  if (line.length <= LONGEST_LINE) lines.push(line)
}

for (let seed = 1; lines.length < COUNT.work; seed += 1) {
  const random = seededRandom(seed)
  const work = drawWork(random)
  // Two of three are left under way, at something that the next version has to go on with.
  const isLeft = lines.length % 3 !== 0
  const most = isLeft ? 1 + Math.floor(random() * 20) : undefined
  const run = [...playWork(work, random, most).runs.values()][seed % 4]
  if (run === undefined || (isLeft && run.plan().length === 0)) continue
  record(run)
}
for (let seed = 1; lines.length < COUNT.work + COUNT.kinds; seed += 1) {
  const random = seededRandom(seed)
  record(playKind(seed, random, 1 + Math.floor(random() * 30)))
}
writeFileSync(file, `${lines.join('\n')}\n`)
