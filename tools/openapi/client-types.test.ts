import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { clientTypes, clientTypesFile } from './client-types.ts'

it('public-run 15: the types of the client are current: if this fails, run "npm run docs"', async () => {
  expect(await readFile(clientTypesFile, 'utf8')).toBe(clientTypes())
})
