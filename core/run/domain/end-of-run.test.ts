import { describe, expect, it } from 'vitest'
import type { Json } from '#core/json.ts'
import type { RunEvent, RunEventBody } from '../event.ts'
import type { FanOut } from '../fan-out/fan-out.ts'
import { type DomainHeader, type EndEvent, type EndFacts, endOfRun, endPayload } from './end-of-run.ts'

let seq = 0
const eventOf = (body: object): RunEvent => ({ seq: ++seq, at: 7, ...(body as RunEventBody) })
const endOf = (type: string, payload: object) => eventOf({ type: `workflow.run.${type}`, payload }) as EndEvent
const nothing: EndFacts = { history: [], failsFast: new Map(), artifacts: new Map() }
const run: DomainHeader = { runId: 'r', workflow: 'video/short', variantIndex: 0 }
const outputs = (end: { readonly outputs: readonly { readonly [key: string]: Json }[] }) =>
  end.outputs.map(({ run_id, status, output, error }) => [run_id, status, output, error])

const fanOut: FanOut = {
  kind: 'variants',
  workflow: 'video/short',
  version: 1,
  entries: [1, 2, 3].map(() => ({ workflow: 'video/short', version: 1 })),
}
const parent: DomainHeader = { ...run, fanOut }
const child = (type: string, variant: number, payload: object = {}) =>
  eventOf({
    type: `workflow.child.${type}`,
    step: `variant_${variant}`,
    iteration: 1,
    payload: { child_run_id: `c${variant}`, workflow: 'video/short', ...payload },
  })
const boom = { code: 'Error', message: 'boom', step: 'Draft' }
const cancelled = {
  status: 'FAILED',
  cause: 'fail_fast',
  error: { code: 'CHILD_FAILED', message: 'x', step: 'variant_2' },
}

describe('the outputs at the end of a run', () => {
  it('are one for an ordinary run, in the shape of its answer (public run 5)', () => {
    expect(endOfRun({ ...run, kind: 'teaser' }, endOf('completed', { output: { n: 1 } }), nothing)).toEqual({
      outputs: [
        {
          variant_index: 0,
          run_id: 'r',
          workflow_name: 'video/short',
          kind: 'teaser',
          status: 'completed',
          output: { n: 1 },
          error: null,
          artifacts: [],
        },
      ],
    })
    expect(outputs(endOfRun(run, endOf('failed', { status: 'FAILED', error: boom }), nothing))).toEqual([
      ['r', 'failed', null, boom],
    ])
  })

  it('name who ended it, or the step that failed first (public run 3)', () => {
    const operator = endOf('cancelled', { status: 'CANCELLED', cause: 'operator', reason: 'Enough.' })
    const end = endOfRun(run, operator, nothing)
    expect(outputs(end)).toEqual([['r', 'cancelled', null, { code: 'CANCELLED', message: 'Enough.', step: null }]])
    expect(end.reason).toBeUndefined()
    expect(endPayload(operator, end, false).reason).toBe('Enough.')
    const failed = endOf('cancelled', {
      status: 'FAILED',
      cause: 'fail_fast',
      reason: 'B failed',
      error: { ...boom, step: 'B' },
    })
    expect(endPayload(failed, endOfRun({ ...run, variantIndex: 2 }, failed, nothing), false).reason).toEqual({
      kind: 'fail_fast',
      variant_index: 2,
      node_key: 'B',
      error: { code: 'Error', message: 'boom' },
    })
  })

  it('are one for each variant, as the history of the fan-out tells (public run 4)', () => {
    const history = [
      ...[1, 2, 3].map((variant) => child('spawned', variant)),
      child('ended', 1, { status: 'COMPLETED', state: { n: 1 } }),
      child('ended', 2, { status: 'FAILED', state: {}, error: boom }),
    ]
    const end = endOfRun(parent, endOf('cancelled', cancelled), {
      ...nothing,
      history,
      failsFast: new Map([['c2', true]]),
    })
    expect(outputs(end)).toEqual([
      ['c1', 'completed', { n: 1 }, null],
      ['c2', 'cancelled', null, boom],
      ['c3', 'cancelled', null, { code: 'CANCELLED', message: 'Variant 2 failed.', step: null }],
    ])
    const reason = { kind: 'fail_fast', variant_index: 1, node_key: 'Draft', error: { code: 'Error', message: 'boom' } }
    expect(end.reason).toEqual(reason)
    const sibling = endOf('cancelled', { status: 'CANCELLED', cause: 'parent', reason: 'Variant 2 failed.' })
    expect(endOfRun(run, sibling, { ...nothing, parentReason: end.reason })).toMatchObject({ reason })
  })

  it('count a variant as failed that does not stop at its first failure, and as pending that never began', () => {
    const history = [
      child('spawned', 1),
      child('ended', 1, { status: 'FAILED', state: {}, error: boom }),
      child('retried', 1),
      child('ended', 1, { status: 'FAILED', state: {}, error: boom }),
      child('spawned', 2),
      child('ended', 2, { status: 'CANCELLED', state: {}, error: boom, never_began: true }),
    ]
    const failed = endOf('failed', { status: 'FAILED', error: boom })
    const end = endOfRun(parent, failed, { ...nothing, history, failsFast: new Map([['c1', false]]) })
    expect(outputs(end).map(([runId, status]) => [runId, status])).toEqual([
      ['c1', 'failed'],
      [null, 'cancelled'],
      [null, 'cancelled'],
    ])
  })

  it('have the artifacts of each, with the step that reported it (public run 5)', () => {
    const cut = { name: 'Cut', type: 'video', url: 'https://x.example', node_key: 'Draft' }
    const completed = endOf('completed', { output: {}, artifacts: 1 })
    const end = endOfRun(run, completed, { ...nothing, artifacts: new Map([['r', [cut]]]) })
    expect(end.outputs[0]?.artifacts).toEqual([cut])
    expect(endPayload(completed, end, false)).not.toHaveProperty('artifacts')
  })

  it('leave out what the variants have in common', () => {
    const completed = endOf('completed', { output: { results: 1 }, state: 5 })
    expect(endPayload(completed, { outputs: [] }, true)).toEqual({ state: 5, outputs: [] })
  })

  it('say so where neither a reason nor an error does', () => {
    const end = endOfRun(run, endOf('cancelled', { status: 'CANCELLED', cause: 'operator' }), nothing)
    const error = { code: 'CANCELLED', message: 'The run was cancelled.', step: null }
    expect(outputs(end)).toEqual([['r', 'cancelled', null, error]])
    const late = endOf('failed', { status: 'FAILED', error: { code: 'RUN_TIMEOUT', message: 'Too late.' } })
    expect(outputs(endOfRun(run, late, nothing))).toEqual([
      ['r', 'failed', null, { code: 'RUN_TIMEOUT', message: 'Too late.', step: null }],
    ])
  })

  it('of a variant that could not be started or ended without an error, and of one that somebody cancelled', () => {
    const failed = (variant: number | string, message: string) =>
      eventOf({
        type: 'workflow.node.failed',
        step: typeof variant === 'number' ? `variant_${variant}` : variant,
        iteration: 1,
        attempt: 1,
        payload: { error: { code: 'CHILD_FAILED', message } },
      })
    const history = [
      eventOf({ type: 'workflow.run.started', payload: {} }),
      failed('Other', 'not a variant'),
      failed(9, 'none of these'),
      eventOf({ type: 'workflow.node.started', step: 'variant_1', iteration: 1, attempt: 1, payload: {} }),
      failed(1, 'cannot start'),
      failed(1, 'said again'),
      child('spawned', 2),
      child('ended', 2, { status: 'FAILED', state: {} }),
    ]
    const operator = endOf('cancelled', { status: 'CANCELLED', cause: 'operator', reason: 'Enough.' })
    expect(outputs(endOfRun(parent, operator, { ...nothing, history }))).toEqual([
      [null, 'failed', null, { code: 'CHILD_FAILED', message: 'cannot start', step: null }],
      ['c2', 'cancelled', null, { code: 'CANCELLED', message: 'The run was cancelled.', step: null }],
      [null, 'cancelled', null, { code: 'CANCELLED', message: 'Enough.', step: null }],
    ])
  })

  it('name the error of the fan-out itself where no variant is at fault', () => {
    const error = { code: 'LIMIT', message: 'too many' }
    const event = endOf('cancelled', { status: 'FAILED', cause: 'fail_fast', error })
    expect(endOfRun(parent, event, nothing).reason).toEqual({
      kind: 'fail_fast',
      variant_index: 0,
      node_key: null,
      error,
    })
  })
})
