import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { localActor, localPerson } from '#server/access/actor.ts'
import { createDatabase } from '#server/db/client.ts'
import { createPool } from '#server/db/pool.ts'
import { createTestDatabase, type TestDatabase } from '#server/db/testing/test-database.ts'
import { createStores, type Stores } from '../../stores.ts'
import { createWorkflow } from './create-workflow.ts'
import { saveDraft } from './save-draft.ts'
import { sharePresence } from './share-presence.ts'

let testDatabase: TestDatabase
/** Two web processes on one database. */
let processes: readonly Stores[]

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  const { url } = testDatabase
  processes = [1, 2].map(() => createStores(createPool(url, 4), createDatabase(url)))
})
afterAll(async () => {
  await Promise.all(processes.flatMap(({ pool, database }) => [pool.end(), database.$disconnect()]))
  await testDatabase.drop()
})

const [ana, bob, eve] = [randomUUID(), randomUUID(), randomUUID()]
const actor = { ...localActor, id: 'ana@bank', name: 'Ana' }

async function say(
  name: string,
  sessionId: string,
  more: { steps?: string[]; leaving?: boolean; process?: number; displayName?: string } = {},
) {
  const { steps = [], leaving = false, process = 0, displayName } = more
  return sharePresence(processes[process] as Stores, localActor, { name, sessionId, steps, leaving, displayName })
}
const people = async (name: string, sessionId: string) => (await say(name, sessionId)).people

describe('who has a draft open', () => {
  it('sees the others, by whichever process, with what they have selected', async () => {
    await createWorkflow(processes[0] as Stores, localActor, { name: 'Seen' })
    expect(await say('Seen', ana, { steps: ['Pay'] })).toEqual({ people: [], revision: 1, latestVersion: 0 })
    expect(await say('Seen', bob, { process: 1, displayName: 'Bob' })).toEqual({
      people: [{ sessionId: ana, name: null, steps: ['Pay'] }],
      revision: 1,
      latestVersion: 0,
    })
    expect(await people('Seen', ana)).toEqual([{ sessionId: bob, name: 'Bob', steps: [] }])
    await say('Seen', bob, { steps: ['Score'], process: 1 })
    expect(await people('Seen', ana)).toEqual([{ sessionId: bob, name: null, steps: ['Score'] }])
  })

  it('goes at once when they say so, and by themselves when they are silent', async () => {
    await createWorkflow(processes[0] as Stores, localActor, { name: 'Left' })
    await say('Left', ana)
    await say('Left', bob)
    await say('Left', ana, { leaving: true })
    expect(await people('Left', bob)).toEqual([])
    const { pool } = processes[0] as Stores
    await say('Left', eve)
    await pool.query(`update presence set seen_at = now() - $1 * interval '1 ms' where session_id = $2`, [
      limits.presence.expireMs + 1_000,
      eve,
    ])
    expect(await people('Left', bob)).toEqual([])
    const { rows } = await pool.query('select session_id from presence where session_id = $1', [eve])
    expect(rows).toEqual([])
  })

  it('is called by the name of their account, whatever they say', async () => {
    await createWorkflow(processes[0] as Stores, localActor, { name: 'Named' })
    const said = { name: 'Named', sessionId: ana, displayName: 'The boss', steps: [], leaving: false }
    await sharePresence(processes[0] as Stores, actor, said)
    expect(await people('Named', bob)).toEqual([{ sessionId: ana, name: 'Ana', steps: [] }])
    const acting = { ...actor, name: 'You as Ana López', actingAs: 'Ana López' }
    await sharePresence(processes[0] as Stores, acting, said)
    expect(await people('Named', bob)).toMatchObject([{ name: 'Ana López' }])
  })

  it('is told how far the draft has got, and is of their own owner', async () => {
    await createWorkflow(processes[0] as Stores, localActor, { name: 'Told' })
    await saveDraft(processes[0] as Stores, localActor, {
      name: 'Told',
      text: 'workflow_type: Told\n',
      baseRevision: 1,
    })
    expect(await say('Told', ana)).toMatchObject({ revision: 2 })
    const stranger = { ...localPerson, ownerId: 'other' }
    const request = { name: 'Told', sessionId: bob, steps: [], leaving: false }
    await expect(sharePresence(processes[0] as Stores, stranger, request)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await people('Told', eve)).toEqual([expect.objectContaining({ sessionId: ana })])
  })

  it('is one of so many at most', async () => {
    await createWorkflow(processes[0] as Stores, localActor, { name: 'Full' })
    const many = Array.from({ length: limits.presence.people + 5 }, () => randomUUID())
    for (const session of many) await say('Full', session)
    expect(await people('Full', ana)).toHaveLength(limits.presence.people)
  })
})
