import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { actionWords } from './texts/audit.ts'

it('names every action that the server records (access 13)', () => {
  const folder = join(import.meta.dirname, '../../../server')
  const sources = globSync('**/*.ts', { cwd: folder }).filter((file) => !/test|generated/.test(file))
  const recorded = sources.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    return /audit/i.test(text)
      ? [...text.matchAll(/action: '([a-z]+\.[a-z_.]+)'/g)].map(([, action]) => action ?? '')
      : []
  })
  expect(recorded.length).toBeGreaterThan(10)
  expect(recorded.filter((action) => actionWords[action] === undefined)).toEqual([])
})
