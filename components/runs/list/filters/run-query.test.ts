import { describe, expect, it } from 'vitest'
import type { RunAddress } from './run-address.ts'
import { conditionCount, isNarrowed, isOfRoots, runQuery } from './run-query.ts'
import { readable, unreadable, without } from './unreadable.ts'
import { readAddress } from './use-run-filter.ts'

const nothing: RunAddress = {
  status: [],
  phase: [],
  severity: [],
  resource: '',
  workflow: '',
  except: '',
  q: '',
  within: '',
  version: null,
  tag: [],
  error: '',
  value: [],
  since: '',
  from: '',
  to: '',
  endedFrom: '',
  endedTo: '',
  longer: null,
  shorter: null,
  cause: '',
  trouble: '',
  queue: '',
  atStep: '',
  failedStep: '',
  owner: '',
  region: '',
  waits: '',
  parent: '',
  children: false,
  tests: false,
}
const now = Date.parse('2026-03-01T12:34:56.789Z')

it('counts its conditions: a span of time and a list are one each', () => {
  expect(conditionCount({ ...nothing, q: 'words' })).toBe(0)
  const some = { ...nothing, status: ['FAILED', 'CANCELLED'], from: '2026-01-01', to: '2026-02-01', tests: true }
  expect(conditionCount(some)).toBe(3)
  expect(conditionCount({ ...nothing, owner: 'ana', region: 'eu', waits: 'yes' })).toBe(1)
  expect(conditionCount({ ...nothing, longer: 1, shorter: 2, version: 3, endedTo: '2026-01-01' })).toBe(3)
})

describe('the question that the address of the list asks', () => {
  it('is about roots alone unless sub-workflow runs are asked for', () => {
    expect(runQuery(nothing, now)).toEqual({ rootsOnly: true })
    expect(runQuery({ ...nothing, workflow: 'Order', since: '1h' }, now)).toMatchObject({ rootsOnly: true })
    expect(runQuery({ ...nothing, by: 'cause' }, now)).toEqual({ rootsOnly: true })
    expect(runQuery({ ...nothing, by: 'step', workflow: 'Order' }, now)).toMatchObject({ rootsOnly: true })
    expect(runQuery({ ...nothing, by: 'step' }, now)).toEqual({ rootsOnly: true })
    expect(runQuery({ ...nothing, q: 'x' }, now)).toEqual({ search: 'x', rootsOnly: true })
    expect(runQuery({ ...nothing, within: 'x' }, now)).toEqual({ within: 'x', rootsOnly: true })
    expect(runQuery({ ...nothing, waits: 'yes' }, now)).toEqual({ blockedOnHuman: true, rootsOnly: true })
    expect(runQuery({ ...nothing, waits: 'person' }, now)).toEqual({ waitingFor: 'person', rootsOnly: true })
    const others = { ...nothing, except: 'Nightly_*' }
    expect(runQuery(others, now)).toEqual({ exceptWorkflow: 'Nightly_*', rootsOnly: true })
    expect([isNarrowed(others), conditionCount(others)]).toEqual([true, 1])
    const stands = { ...nothing, workflow: 'Order', atStep: 'Ask' }
    expect(runQuery(stands, now)).toEqual({ workflow: 'Order', atStep: 'Ask', rootsOnly: true })
    const failed = { ...nothing, failedStep: 'Pay', children: true }
    expect(runQuery(failed, now)).toEqual({ failedStep: 'Pay', rootsOnly: false })
    expect([isNarrowed(failed), conditionCount(failed), conditionCount(stands)]).toEqual([true, 2, 2])
    expect(runQuery({ ...nothing, children: true, tests: true }, now)).toEqual({ tests: 'with', rootsOnly: false })
  })

  it('says everything that the address does', () => {
    const all: RunAddress = {
      ...nothing,
      status: ['FAILED'],
      version: 3,
      tag: ['vip'],
      error: 'refused',
      value: ['input.amount > 5'],
      from: '2026-01-01T00:00:00Z',
      to: '2026-02-01',
      endedFrom: '2026-01-02T00:00:00Z',
      endedTo: '2026-01-03T00:00:00Z',
      longer: 60,
      shorter: 3_600,
      cause: '0123456789abcdef',
      trouble: 'no_worker',
      queue: 'mails',
      owner: 'ana',
      region: 'eu',
      waits: 'no',
      parent: '0197f000-0000-4000-8000-000000000001',
    }
    expect(runQuery(all, now)).toEqual({
      status: ['FAILED'],
      version: 3,
      tags: ['vip'],
      error: 'refused',
      values: [{ in: 'input', path: ['amount'], is: '>', value: 5 }],
      createdFrom: '2026-01-01T00:00:00.000Z',
      createdTo: '2026-02-01T00:00:00.000Z',
      endedFrom: '2026-01-02T00:00:00.000Z',
      endedTo: '2026-01-03T00:00:00.000Z',
      longerThanMs: 60_000,
      shorterThanMs: 3_600_000,
      fingerprint: '0123456789abcdef',
      trouble: 'no_worker',
      queue: 'mails',
      ownerId: 'ana',
      dataRegion: 'eu',
      blockedOnHuman: false,
      parentRunId: '0197f000-0000-4000-8000-000000000001',
      rootsOnly: false,
    })
  })

  it('stays the same within a minute', () => {
    const day = { ...nothing, since: '24h' }
    expect(runQuery(day, now)).toEqual({ createdFrom: '2026-02-28T12:24:00.000Z', rootsOnly: true })
    const hour = { ...nothing, since: '1h' }
    expect(runQuery(hour, now)).toEqual({ createdFrom: '2026-03-01T11:34:00.000Z', rootsOnly: true })
    expect(runQuery(hour, now + 60_000)).toEqual({ createdFrom: '2026-03-01T11:35:00.000Z', rootsOnly: true })
    expect(runQuery(day, now + 2_000)).toEqual(runQuery(day, now))
  })

  it('is none while a part of it cannot be read: the rest would find more than was asked for', () => {
    const all =
      'value=garbage&value=n = 1&cause=zz&from=x&endedFrom=y&since=ever&trouble=ennui&waits=zz&parent=p&version=v&longer=1.2345'
    for (const wrong of all.replace('&value=n = 1', '').split('&')) {
      const address = readAddress(`?workflow=Order&${wrong}`)
      const [found, ...others] = unreadable(address)
      expect([wrong, runQuery(address, now), others]).toEqual([wrong, null, []])
      expect(found?.sentence).toMatch(/^[A-Z].{10}/)
      expect(wrong).toBe(`${found?.key}=${found?.text || wrong.split('=')[1]}`)
      // Without it, the rest of the address stands.
      expect(runQuery({ ...address, ...(found && without(address, found)) }, now)).toMatchObject({ workflow: 'Order' })
    }
    const mixed = readAddress(`?${all.replace('value=garbage&value=n = 1', 'value=garbage,n = 1')}`)
    expect(unreadable(mixed)).toHaveLength(10)
    expect(readable(mixed)).toEqual({ ...readAddress(''), value: ['n = 1'] })
  })

  it.each([
    '0000-01-01',
    '0000-12-31T23:59Z',
    '-000005-01-01T00:00:00Z',
    '+010000-01-01T00:00:00Z',
    '0001-01-01T00:00+01:00',
  ])('is none for %s: the years that are asked by are 1 to 9999', (text) => {
    const address = { ...nothing, from: text, endedTo: text }
    expect(runQuery(address, now)).toBeNull()
    expect(unreadable(address).map(({ key }) => key)).toEqual(['from', 'endedTo'])
    expect(unreadable(address)[0]?.sentence).toContain('in the years 1 to 9999')
    expect(runQuery({ ...nothing, from: '0001-01-01' }, now)).toMatchObject({ createdFrom: '0001-01-01T00:00:00.000Z' })
  })

  it('knows whether it is narrowed at all, and finds a descendant by its id', () => {
    expect([isNarrowed(nothing), isNarrowed({ ...nothing, workflow: 'Order' })]).toEqual([false, true])
    expect(isNarrowed({ ...nothing, longer: 5 })).toBe(true)
    expect(isOfRoots({ ...nothing, q: '0197f000-00' })).toBe(false)
    expect(isOfRoots({ ...nothing, q: '0197f0' })).toBe(true)
    expect(isOfRoots({ ...nothing, status: ['FAILED'] } as RunAddress)).toBe(true)
  })
})
