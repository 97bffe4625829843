import { describe, expect, it } from 'vitest'
import { scanText } from '#core/definition/text/scan.ts'
import { limits } from '#core/limits.ts'
import { analyse, convertFile, isShort, reportText } from './analyse.ts'

const many = (count: number, item: (index: number) => string, by = '\n') =>
  Array.from({ length: count }, (_, at) => item(at)).join(by)

/** What took up to seconds of the event loop, or of the one thread that there was. */
const hostile: readonly (readonly [string, string])[] = [
  ['commas without anything between them', '['.padEnd(250_000, ',')],
  ['31,000 commas', `[${','.repeat(31_000)}`],
  ['8 kB of commas', `[${','.repeat(8_000)}`],
  ['unmatched brackets', '}'.repeat(8_000)],
  ['30,000 anchors', many(30_000, (at) => `&a${at} x`)],
  ['30,000 anchored keys', many(30_000, (at) => `k${at}: &a x`)],
  ['40,000 keys', many(40_000, (at) => `k${at}: 1`)],
  ['3,300 keys', many(3_300, (at) => `key${at}: 1`)],
  ['thousands of items that are no steps', `steps: [${many(3_900, () => 'a', ',')}]`],
  ['20,000 keys of one step', `steps:\n  - name: A\n${many(20_000, (at) => `    key${at}: 1`)}`],
]

describe('a hostile text', () => {
  it.each(hostile)('of %s is refused before it is parsed, or read in a thread', (_, text) => {
    expect(scanText(text)?.code === 'TOO_MANY_ENTRIES' || !isShort(text)).toBe(true)
  })

  it.each(hostile)('of %s is answered with few problems', async (_, text) => {
    const { problems } = await analyse('mallory', text)
    expect(problems.length).toBeGreaterThan(0)
    expect(problems.length).toBeLessThanOrEqual(3 * limits.definition.problems + 1)
    expect(JSON.stringify(problems).length).toBeLessThan(200_000)
  })
})

describe('a text of any length', () => {
  const workflow = (steps: number) =>
    `workflow_type: Honest\nsteps:\n${many(steps, (at) => `  - name: S${at}\n    function: a.b\n`, '')}`

  it.each([3, 300])('of %i steps is read, in a thread where it is long', async (steps) => {
    const text = workflow(steps)
    expect(isShort(text)).toBe(steps === 3)
    const { definition, problems, nameRange } = await analyse('ana', text)
    expect(definition?.steps).toHaveLength(steps)
    expect(problems).toEqual([])
    expect(text.slice(nameRange.start, nameRange.end)).toBe('Honest')
    expect(await convertFile('ana', { text })).toEqual({ from: 'heddle', text, notes: [] })
    const parts = await reportText('ana', { text, problems, notes: [] })
    expect(parts).toHaveLength(steps + 1)
  })

  it('is checked against what is known, to a bound', async () => {
    const known = { functions: new Set<string>(), workflows: new Set<string>() }
    const { problems } = await analyse('ana', workflow(300), known)
    expect(problems).toHaveLength(limits.definition.problems + 1)
    expect(problems.at(-1)?.code).toBe('MORE_PROBLEMS')
  })
})
