import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { filesBelow } from '../files-below.ts'

const server = join(import.meta.dirname, '..')

/** What opens a connection, or takes one from a pool, past the stores of a request. */
const past =
  /\b(createPool|createKnowingPool|createOperationsPool|createDatabase|createStores|PrismaClient|PrismaPg)\(|new pg\.|\bpool\.connect\(/

/** Files that do so, because they work for all owners or before there is one: processes, engine, background work and examples. */
const allowed =
  /^(db|engine|fleet|operations|processes)\/|^secrets\/open-secret-source\.ts$|^stores\.ts$|^example-servers\/example-database\.ts$/

it('the database is reached through the stores of a request, which are bound to its owner (access 3; ASVS 8.4.1)', async () => {
  const files = (await filesBelow(server, /\.ts$/)).map((file) => relative(server, file))
  const ofRequests = files.filter((file) => !(allowed.test(file) || /\.(test|proof)\.ts$|\/testing\//.test(file)))
  const texts = await Promise.all(
    ofRequests.map(async (file) => ({ file, text: await readFile(join(server, file), 'utf8') })),
  )
  expect(texts.filter(({ text }) => past.test(text)).map(({ file }) => file)).toEqual([])
  expect(texts.length).toBeGreaterThan(100)
})
