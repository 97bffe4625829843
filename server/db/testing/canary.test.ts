import pg from 'pg'
import { expect, it } from 'vitest'
import { encodings, refuseCanaryInTables, suiteCanary } from './canary.ts'
import { createTestDatabase } from './test-database.ts'

it('the canary is found in a table in each of its encodings, beside other text and as a value of JSON', async () => {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await client.query('create table said (text text, json jsonb)')
    for (const encode of Object.values(encodings)) {
      const text = `before ${encode(suiteCanary.value).replace(/\.example$/, '')} after`
      for (const row of [
        [text, null],
        ['', JSON.stringify({ text })],
      ]) {
        await client.query('insert into said values ($1, $2)', row)
        await expect(refuseCanaryInTables(database.url)).rejects.toThrow('said')
        await client.query('truncate said')
      }
    }
    await client.query(`insert into said values ('Suite-Canary', '{}')`)
    await refuseCanaryInTables(database.url)
  } finally {
    await client.end()
    await database.drop()
  }
})
