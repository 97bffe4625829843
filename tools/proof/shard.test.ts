import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#server/processes/prepare.mjs'
import { shardOf } from './shard.mjs'

test('a commit has one third, always the same, and a folder without commits has the first', () => {
  expect(shardOf(root)).toMatch(/^[123]\/3$/)
  expect(shardOf(root)).toBe(shardOf(root))
  expect(shardOf(mkdtempSync(join(tmpdir(), 'heddle-shard-')))).toBe('1/3')
})
