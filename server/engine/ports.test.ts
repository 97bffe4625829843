import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** The shell, by the lint rule that keeps clocks, timers and packages out of it. */
const shell = JSON.parse(readFileSync(join(import.meta.dirname, '../../biome.json'), 'utf8')).overrides.find(
  ({ includes }: { readonly includes: readonly string[] }) => includes[0] === 'server/engine/ports.ts',
).includes as readonly string[]

it('leaves no way around the ports in the shell of the engine', () => {
  const root = join(import.meta.dirname, '../..')
  const files = globSync(
    shell.filter((pattern) => !pattern.startsWith('!')).map((pattern) => pattern.replace(/\*\*$/, '**/*.ts')),
    { cwd: root, exclude: ['**/*.test.ts'] },
  )
  expect(files).toEqual(
    expect.arrayContaining(
      ['run-engine', 'session/session', 'ownership/run-owner', 'commit/group-committer'].map(
        (name) => `server/engine/${name}.ts`,
      ),
    ),
  )
  // Of these `biome.json` cannot say it: they are members of what may be used otherwise.
  const around = /\bMath\.random\b|\bglobalThis\b|\bimport\(/
  expect(files.filter((name) => around.test(readFileSync(join(root, name), 'utf8')))).toEqual([])
})

it('leaves nothing real in the simulated world but the turn of the event loop', () => {
  const folder = join(import.meta.dirname, 'simulation')
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !/^main|\.(test|proof)\.ts$/.test(name))
  expect(files).toContain('simulate.ts')
  const real = /\bDate\b|\bMath\.random\b|\bset(Timeout|Interval|Immediate)\b|\bperformance\b|\bcrypto\b|\bnode:/
  const found = files.filter((name) => real.test(readFileSync(join(folder, name), 'utf8')))
  expect(found).toEqual(['schedule.ts'])
})
