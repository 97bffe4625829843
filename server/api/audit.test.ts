import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, localActor } from '#server/access/actor.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { rowHash, type SealableRow } from '#server/audit/row-hash.ts'
import { sealAudit } from '#server/audit/seal.ts'
import { appRouter } from './router.ts'
import { startTestApi, type TestApi } from './testing/test-api.ts'

let api: TestApi
const admin: Actor = { ...localActor, id: 'ada', ownerId: 'acme', everyOwner: false, isInstallationAdmin: false }
const auditor = () => appRouter.createCaller({ ...api.services, actor: admin }).audit

beforeAll(async () => {
  api = await startTestApi()
  const { pool } = api.services.stores
  const record = (
    target: string,
    change: { action?: string; id?: string; outcome?: 'refused'; ownerId?: string } = {},
  ) =>
    recordAudit(pool, {
      actor: { ...admin, id: change.id ?? 'ada', ownerId: change.ownerId ?? 'acme' },
      action: change.action ?? 'group.save',
      target,
      outcome: change.outcome ?? 'done',
    })
  for (const n of [1, 2, 3]) await record(`sales ${n}`)
  await record('100%_sure', { action: 'person.save', id: 'ben' })
  await record('100 more', { action: 'person.save', outcome: 'refused' })
  await record('foreign', { ownerId: 'beta' })
  await pool.query(`insert into person (owner_id, id, name) values ('acme', 'ben', 'Ben')`)
  await sealAudit(pool)
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const targets = async (filter: Parameters<ReturnType<typeof auditor>['list']>[0]) =>
  (await auditor().list(filter)).items.map(({ target }) => target)

describe('the list of the audit (access 13; ASVS 16.2.1)', () => {
  it('has the rows of the owner alone, newest first, page by page', async () => {
    expect(await targets({})).toEqual(['100 more', '100%_sure', 'sales 3', 'sales 2', 'sales 1'])
    const first = await auditor().list({ limit: 2 })
    const second = await auditor().list({ limit: 2, cursor: first.nextCursor })
    const third = await auditor().list({ limit: 2, cursor: second.nextCursor })
    expect([first, second, third].map(({ items }) => items.length)).toEqual([2, 2, 1])
    expect(third.nextCursor).toBeNull()
    await expect(auditor().list({ cursor: 'WyJ4Il0' })).rejects.toThrow('cursor')
  })

  it('is filtered by who, action, target, outcome and time', async () => {
    expect(await targets({ actor: 'ben' })).toEqual(['100%_sure'])
    expect(await targets({ action: 'person.save' })).toEqual(['100 more', '100%_sure'])
    expect(await targets({ target: 'sales' })).toEqual(['sales 3', 'sales 2', 'sales 1'])
    expect(await targets({ target: '100%_' })).toEqual(['100%_sure'])
    expect(await targets({ outcome: 'refused' })).toEqual(['100 more'])
    expect(await targets({ to: '2020-01-01T00:00:00Z' })).toEqual([])
    expect(await targets({ from: '2020-01-01T00:00:00Z', actor: 'ben' })).toEqual(['100%_sure'])
  })

  it('names people by the directory of today', async () => {
    const { items } = await auditor().list({ action: 'person.save' })
    expect(items.map(({ actorName }) => actorName)).toEqual([null, 'Ben'])
  })
})

describe('the export of the audit (access 13; ASVS 16.4.2)', () => {
  it('has rows from which a reader can compute the chain again, and is recorded (ASVS 5.4.1, 5.4.2)', async () => {
    const response = await api.fetch('/v1/audit/export?action=group.save', {}, admin)
    expect(response.headers.get('content-type')).toContain('application/jsonl')
    // A name of ours: nothing of the request gets into the header.
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="audit.jsonl"')
    const lines = (await response.text()).trim().split('\n')
    const rows = lines.map((line) => JSON.parse(line) as SealableRow & { seq: string; hash: string }).toReversed()
    expect(rows.map(({ target }) => target)).toEqual(['sales 1', 'sales 2', 'sales 3'])
    let hash = ''
    for (const row of rows) {
      hash = rowHash(hash, BigInt(row.seq), row)
      expect(row.hash).toBe(hash)
    }
    expect(await targets({ action: 'audit.export' })).toEqual(['action=group.save'])
  })

  it('is neither made nor recorded for HEAD', async () => {
    const head = await api.fetch('/v1/audit/export?action=person.save', { method: 'HEAD' }, admin)
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/jsonl; charset=utf-8'])
    expect(await targets({ action: 'audit.export' })).toEqual(['action=group.save'])
  })

  it('is for administrators', async () => {
    const viewer = { ...admin, id: 'vera', roles: ['viewer'] } as const
    expect((await api.fetch('/v1/audit/export', {}, viewer)).status).toBe(403)
    expect((await api.fetch('/v1/audit/export?colour=red', {}, admin)).status).toBe(400)
  })
})
