import { describe, expect, it } from 'vitest'
import type { RunEvent, RunEventBody } from '../event.ts'
import { type DomainFacts, domainEventsOf } from './domain-events.ts'

const eventOf = (body: object): RunEvent => ({ seq: 4, at: 7, ...(body as RunEventBody) })
const ordinary: DomainFacts = { isFanOut: false, end: null, input: { topic: 'looms' } }
const shown = (body: object, facts: Partial<DomainFacts> = {}) =>
  domainEventsOf(eventOf(body), { ...ordinary, ...facts }).map(({ kind, nodeKey, name, payload, for: reader }) => [
    kind,
    nodeKey,
    name,
    payload,
    reader,
  ])

describe('domain events', () => {
  it('are the events of the public run, with their number, time, attempt and payload', () => {
    expect(domainEventsOf(eventOf({ type: 'workflow.run.queued', payload: {} }), ordinary)).toEqual([
      { name: '4', kind: 'workflow.run.queued', nodeKey: null, seq: 4, attempt: null, at: 7, payload: {}, for: 'all' },
    ])
    const body = { step: 'B', iteration: 1, attempt: 2, payload: { note: 'half' } }
    expect(domainEventsOf(eventOf({ type: 'workflow.node.progress', ...body }), ordinary)).toMatchObject([
      { nodeKey: 'B', attempt: 2, payload: { note: 'half' } },
    ])
    expect(shown({ type: 'workflow.run.resumed', payload: {} })).toEqual([
      ['workflow.run.resumed', null, '4', {}, 'all'],
    ])
    expect(shown({ type: 'workflow.run.resumed', step: 'Ask', payload: {} })).toEqual([
      ['workflow.run.resumed', 'Ask', '4', {}, 'all'],
    ])
  })

  it('count the rounds of a loop from the second on', () => {
    const completed = { type: 'workflow.node.completed', step: 'B', attempt: 1, payload: { output: 1 } }
    expect(shown({ ...completed, iteration: 1 })[0]?.[3]).toEqual({ output: 1 })
    expect(shown({ ...completed, iteration: 2 })[0]?.[3]).toEqual({ output: 1, iteration: 2 })
    const outside = { ...completed, step: undefined, iteration: undefined }
    expect(shown(outside)[0]).toEqual(['workflow.node.completed', null, '4', { output: 1 }, 'all'])
  })

  it.each([
    'workflow.timer.set',
    'workflow.run.status_changed',
    'workflow.human_task.decided',
    'workflow.item.started',
  ])('are none for %s', (type) => {
    expect(shown({ type, payload: {} })).toEqual([])
  })

  it('tell of the tasks of people to webhooks alone', () => {
    expect(shown({ type: 'workflow.human_task.opened', step: 'Ask', iteration: 1, payload: { task_id: 't' } })).toEqual(
      [['workflow.human_task.opened', 'Ask', '4', { task_id: 't' }, 'webhook']],
    )
  })

  it('show a change of ownership only to readers of internal events', () => {
    expect(shown({ type: 'workflow.run.owned', payload: {} })).toEqual([
      ['workflow.run.owned', null, '4', {}, 'internal'],
    ])
  })

  it('capture the input behind the start, and gather the outputs before the completion (public run 2)', () => {
    expect(shown({ type: 'workflow.run.started', payload: {} })).toEqual([
      ['workflow.run.started', null, '4', {}, 'all'],
      ['workflow.node.started', '_fabric_capture_input', 'capture:started', {}, 'internal'],
      [
        'workflow.node.completed',
        '_fabric_capture_input',
        'capture:completed',
        { output: { topic: 'looms' } },
        'internal',
      ],
    ])
    const end = { outputs: [{ variant_index: 0, output: 5 }] }
    expect(shown({ type: 'workflow.run.completed', payload: { output: 5, state: null } }, { end })).toEqual([
      ['workflow.node.started', '_fabric_finalize_output', 'finalize:started', {}, 'internal'],
      ['workflow.node.completed', '_fabric_finalize_output', 'finalize:completed', { output: end.outputs }, 'internal'],
      ['workflow.run.completed', null, '4', { output: 5, state: null, outputs: end.outputs }, 'all'],
    ])
    expect(shown({ type: 'workflow.run.failed', payload: { status: 'FAILED' } })).toHaveLength(1)
    const unread = shown({ type: 'workflow.run.completed', payload: { output: 5 } })
    expect(unread.map((body) => body[3])).toEqual([{}, { output: [] }, { output: 5 }])
  })

  it('of a fan-out have no output in common, and its generated steps are internal', () => {
    const end = { outputs: [{ output: 1 }, { output: 2 }] }
    const facts = { isFanOut: true, end }
    const completed = shown({ type: 'workflow.run.completed', payload: { output: { results: 2 } } }, facts)
    expect(completed.at(-1)?.[3]).toEqual({ outputs: end.outputs })
    const started = { type: 'workflow.node.started', step: 'variant_1', iteration: 1, attempt: 1, payload: {} }
    expect(shown(started, facts)).toEqual([['workflow.node.started', 'variant_1', '4', {}, 'internal']])
  })

  it('say before the first attempt of a step that it is ready', () => {
    const started = { type: 'workflow.node.started', step: 'A', iteration: 1, payload: { step_type: 'STANDARD' } }
    expect(shown({ ...started, attempt: 1 })).toEqual([
      ['workflow.node.ready', 'A', 'ready:4', {}, 'ready'],
      ['workflow.node.started', 'A', '4', { step_type: 'STANDARD' }, 'all'],
    ])
    expect(shown({ ...started, attempt: 2 })).toHaveLength(1)
  })
})
