import { describe, expect, it } from 'vitest'
import type { Effect } from '../effect.ts'
import { initialState, noHeader, type RunHeader } from '../state.ts'
import { childHeader, createEvents, headerOf, type PinnedVersion } from './create.ts'

const definition = { saga_enabled: false, fail_fast: true }
const pinned: PinnedVersion = { version: 3, hash: 'h3', definition }
const envelope = { discover: { resources: ['device:1'] }, locks: {} }
const enveloped: PinnedVersion = { ...pinned, definition: { ...definition, envelope } }
const code: PinnedVersion = { ...pinned, definition: { ...definition, kind: 'code' } }

describe('the header of a started run', () => {
  const request = { workflow: 'W', input: 1, ownerId: 'o', dataRegion: 'r', actor: { id: 'ana' } }

  it('names the trigger that has started it', () => {
    const trigger = { id: 't1', type: 'schedule', name: 'daily', planned_at: 5 }
    expect(headerOf({ ...request, trigger }, pinned, 'run').trigger).toEqual(trigger)
    expect(headerOf(request, pinned, 'run')).not.toHaveProperty('trigger')
  })

  it('keeps the trace context of the caller', () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    expect(headerOf({ ...request, traceparent }, pinned, 'run').traceparent).toBe(traceparent)
    expect(headerOf(request, pinned, 'run')).not.toHaveProperty('traceparent')
  })

  it('keeps the values that the variables have at the start', () => {
    expect(headerOf(request, pinned, 'run', { REGION: 'eu' }).vars).toEqual({ REGION: 'eu' })
    expect(headerOf(request, pinned, 'run')).not.toHaveProperty('vars')
  })

  it('says whether its definition has an envelope, and whether it is code', () => {
    expect(headerOf(request, enveloped, 'run')).toMatchObject({ envelope: true })
    expect(headerOf(request, code, 'run')).toMatchObject({ code: true })
    const plain = headerOf(request, pinned, 'run')
    expect([plain.envelope, plain.code]).toEqual([undefined, undefined])
  })
})

describe('the first events of a run', () => {
  it('are its creation, the signals that the run before has not read, and its place in the queue', () => {
    const signals = [
      { name: 'a', data: 1 },
      { name: 'b', data: { n: 2 }, actor: { id: 'ana' } },
    ]
    const events = createEvents({ ...noHeader, run_id: 'run' }, { now: 7, signals })
    expect(events.map(({ seq, at, type }) => [seq, at, type])).toEqual([
      [1, 7, 'workflow.run.created'],
      [2, 7, 'workflow.signal.received'],
      [3, 7, 'workflow.signal.received'],
      [4, 7, 'workflow.run.queued'],
    ])
    expect(events[1]?.payload).toEqual({ signal: 'a', data: 1, actor: { id: 'engine' } })
    expect(events[2]?.payload).toEqual({ signal: 'b', data: { n: 2 }, actor: { id: 'ana' } })
  })
})

describe('the header of a run that another one starts', () => {
  const effect: Extract<Effect, { kind: 'child' }> = {
    ...{ kind: 'child', id: 'next', step: 'S', iteration: 1 },
    ...{ workflow: 'W', input: { n: 2 }, onParentClose: 'cancel' },
  }
  const of = (header: Partial<RunHeader>, more: Partial<typeof effect>, version = pinned) => {
    const state = { ...initialState(), header: { ...noHeader, run_id: 'run', root_run_id: 'run', ...header } }
    return childHeader(state, { ...effect, ...more }, version)
  }

  it('has the trace context of its parent', () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    expect(of({ traceparent }, {}).traceparent).toBe(traceparent)
    expect(of({}, {})).not.toHaveProperty('traceparent')
  })

  it('says whether the definition of the child has an envelope, and whether it is code', () => {
    expect(of({}, {}, enveloped)).toMatchObject({ envelope: true, parent: { run_id: 'run', step: 'S' } })
    expect(of({}, {}, code)).toMatchObject({ code: true, depth: 1 })
  })

  const continued = { continues: [] }

  it('has no workflow id of its own', () => {
    expect(of({ workflow_id: 'order-1' }, {})).not.toHaveProperty('workflow_id')
  })

  it('is its own header where it continues as new: at the newest version, and the root of a new tree', () => {
    const header = { workflow: 'W', version: 1, hash: 'h1', tags: ['a'], code: true, workflow_id: 'order-1' } as const
    expect(of(header, continued)).toEqual({
      ...noHeader,
      ...header,
      ...{ version: 3, hash: 'h3', run_id: 'next', root_run_id: 'next', input: { n: 2 } },
      continued_from: { run_id: 'run', first_run_id: 'run' },
    })
  })

  it('keeps the root of its tree and the first run of its chain', () => {
    const header = { root_run_id: 'top', continued_from: { run_id: 'before', first_run_id: 'first' } }
    expect(of(header, continued)).toMatchObject({
      root_run_id: 'top',
      continued_from: { run_id: 'run', first_run_id: 'first' },
    })
  })
})
