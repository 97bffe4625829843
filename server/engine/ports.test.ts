import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { shell } from '#tools/walls/walls.mjs'

/** The files of the shell, as the walls name them. */
const files = Object.keys(shell).map((part) => `server/engine/${part.replace(/\*\*$/, '**/*.ts')}`)

it('leaves no way around the ports in the shell of the engine', () => {
  const root = join(import.meta.dirname, '../..')
  const found = globSync(files, { cwd: root, exclude: ['**/*.test.ts'] })
  expect(found).toEqual(
    expect.arrayContaining(
      ['run-engine', 'session/session', 'ownership/run-registry', 'commit/group-committer'].map(
        (name) => `server/engine/${name}.ts`,
      ),
    ),
  )
  // The linter cannot forbid these: they are members of globals that may be used otherwise.
  const around = /\bMath\.random\b|\bglobalThis\b|\bimport\(/
  expect(found.filter((name) => around.test(readFileSync(join(root, name), 'utf8')))).toEqual([])
})

it('leaves nothing real in the simulated world but the turn of the event loop', () => {
  const folder = join(import.meta.dirname, '../../proof/simulation')
  const files = globSync('{.,world,checkers,draw}/*.ts', { cwd: folder, exclude: ['main.ts', '**/*.{test,proof}.ts'] })
  expect(files).toContain('simulate.ts')
  const real = /\bDate\b|\bMath\.random\b|\bset(Timeout|Interval|Immediate)\b|\bperformance\b|\bcrypto\b|\bnode:/
  const found = files.filter((name) => real.test(readFileSync(join(folder, name), 'utf8')))
  expect(found).toEqual(['world/schedule.ts'])
})
