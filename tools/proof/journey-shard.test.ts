import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#server/processes/prepare.mjs'
import { journeyShard } from './journey-shard.mjs'

test('a commit has one third of the journeys, always the same, and a folder without commits has the first', () => {
  expect(journeyShard(root)).toMatch(/^[123]\/3$/)
  expect(journeyShard(root)).toBe(journeyShard(root))
  expect(journeyShard(mkdtempSync(join(tmpdir(), 'heddle-shard-')))).toBe('1/3')
})
