import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { explore } from './explore.ts'
import { plantedBugs } from './planted-bugs.ts'
import { describeFailure } from './report.ts'
import { simulate } from './simulate.ts'

/** A seed that soon comes to what the bug is about; wherever the search begins, it goes on until it has found it. */
const FROM = 852

test('a failure is told as small as it can be made, and its last line shows just this again', async () => {
  const bug = plantedBugs.find(({ name }) => name === 'lost step run again that may run once')
  if (!bug) throw new Error('There is no such bug.')
  const { failure } = await explore({ from: FROM, bug, twice: false, goesOn: () => true })
  if (!failure) throw new Error('It was not found.')
  const { seed, simulation } = failure
  const report = (await describeFailure(failure, bug)).split('\n')

  const needed = reported(report, 'It needs: ').split(', ')
  const again = wordsOf(reported(report, 'Again: npm run simulate -- '))
  const spared = (again.get('without') ?? '').split(', ')
  expect(needed.length).toBeLessThan(simulation.struck.length)
  const invariantWithout = async (names: readonly string[]) =>
    (await simulate(seed, { bug, spared: new Set(names) })).violation?.invariant
  expect(await invariantWithout(spared)).toBe(simulation.violation?.invariant)
  for (const name of needed) {
    expect(await invariantWithout([...spared, name])).not.toBe(simulation.violation?.invariant)
  }

  const words = [...again].flatMap(([name, value]) => [`--${name}`, value])
  const main = join(import.meta.dirname, 'main.ts')
  const shown = spawnSync(process.execPath, [main, ...words], { encoding: 'utf8' })
  expect(shown.status).toBe(1)
  expect(smallest(shown.stdout.trim().split('\n'))).toEqual(smallest(report))
})

function reported(lines: readonly string[], start: string): string {
  return lines.find((line) => line.startsWith(start))?.slice(start.length) ?? ''
}

/** From what failed on: what was needed, the trace, the command. */
function smallest(lines: readonly string[]): readonly string[] {
  return lines.slice(lines.findIndex((line) => line.startsWith('Smallest failure: ')))
}

function wordsOf(command: string): ReadonlyMap<string, string> {
  const words = command.matchAll(/--(\w+) (?:'([^']*)'|(\S+))/g)
  return new Map([...words].map(([, name = '', text, word = '']) => [name, text ?? word]))
}
