import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Files whose task it is to touch the real world; `biome.json` has the same list for clocks, timers and packages. */
const realWorld = JSON.parse(readFileSync(join(import.meta.dirname, '../../biome.json'), 'utf8')).overrides.flatMap(
  ({ includes }: { readonly includes: readonly string[] }) => (includes[0] === 'server/engine/*.ts' ? includes : []),
) as readonly string[]

it('leaves no way around the ports in the shell of the engine', () => {
  const files = readdirSync(import.meta.dirname).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !realWorld.includes(`!server/engine/${name}`),
  )
  expect(files).toEqual(expect.arrayContaining(['run-engine.ts', 'session.ts', 'run-owner.ts', 'group-committer.ts']))
  // Of these `biome.json` cannot say it: they are members of what may be used otherwise.
  const around = /\bMath\.random\b|\bglobalThis\b|\bimport\(/
  const found = files.filter((name) => around.test(readFileSync(join(import.meta.dirname, name), 'utf8')))
  expect(found).toEqual([])
})

it('leaves nothing real in the simulated world but the turn of the event loop', () => {
  const folder = join(import.meta.dirname, 'simulation')
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !/^main|\.test\.ts$/.test(name))
  expect(files).toContain('simulate.ts')
  const real = /\bDate\b|\bMath\.random\b|\bset(Timeout|Interval|Immediate)\b|\bperformance\b|\bcrypto\b|\bnode:/
  const found = files.filter((name) => real.test(readFileSync(join(folder, name), 'utf8')))
  expect(found).toEqual(['schedule.ts'])
})
