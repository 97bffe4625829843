import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '#core/json.ts'
import type { RunEventType } from '#core/run/event.ts'
import { openPayloads } from './inline-payloads.ts'
import { offload, offloadState, PendingPayloads } from './offload.ts'
import { OffloadedPayloads } from './offloaded-payloads.ts'

const INLINE = 40
const completed = 'workflow.node.completed'
const long = (text: string) => text.repeat(60)

function stored<Payload extends object>(
  payload: Payload,
  offloaded: OffloadedPayloads = OffloadedPayloads.none,
  type: RunEventType = completed,
) {
  const wanted = new PendingPayloads(offloaded)
  const short = offload({ type, payload }, INLINE, wanted)
  return {
    short,
    offloaded: wanted.offloaded,
    payloads: wanted.payloads,
    texts: new Map(wanted.payloads.map(({ sha256, text }) => [sha256, text])),
  }
}

describe('large values of what is written', () => {
  it('leaves what is small as it is', () => {
    const payload = { output: [1, 2, 3] }
    const short = { type: completed, payload }
    expect(stored(payload)).toEqual({ short, offloaded: OffloadedPayloads.none, payloads: [], texts: new Map() })
  })

  it('takes out the smallest large parts, each once, wherever they stand', () => {
    const rows = ['one row', 'another row', 'a third one', 'the last of them']
    const { short, payloads } = stored({ output: { rows, count: 4 }, changes: [[['rows'], rows]] })
    expect(payloads).toHaveLength(1)
    expect(JSON.parse(payloads[0]?.text ?? '')).toEqual(rows)
    expect(short.refs).toEqual([
      ['payload', 'output', 'rows'],
      ['payload', 'changes', 0, 1],
    ])
    expect(short.payload.output.count).toBe(4)
    expect(JSON.stringify(short).length).toBeLessThan(400)
  })

  it('takes out texts, and knows an equal one', () => {
    const { payloads, short } = stored({ output: long('a'), changes: [[['text'], long('a')]] })
    expect(payloads).toHaveLength(1)
    expect(short.refs).toHaveLength(2)
  })

  it('asks for nothing to be stored that is stored for the run', () => {
    const rows = [long('a')]
    const { offloaded } = stored({ output: rows })
    expect(stored({ output: rows }, offloaded).payloads).toEqual([])
  })

  it('takes out of a state only what its history has taken out', () => {
    const output = [long('b')]
    const event = stored({ output })
    const { offloaded } = event
    const state = { data: { output, other: long('c') }, header: {} }
    const short = offloadState(state, INLINE, offloaded)
    expect(short.refs).toEqual([['data', 'output', 0]])
    expect(short.data.other).toBe(long('c'))
    expect(offloadState(state, INLINE, OffloadedPayloads.none)).toBe(state)
    expect(openPayloads(event.texts).inline(JSON.parse(JSON.stringify(short)) as typeof short)).toEqual(state)
  })

  it('takes nobody for a reference who only looks like one', () => {
    const { payloads } = stored({ output: long('d') })
    const [stands] = payloads
    const lookalike = { payload_ref: { sha256: stands?.sha256, bytes: stands?.bytes } }
    const payload = { output: lookalike, http: long('d') }
    const { short, texts } = stored(payload)
    expect(openPayloads(texts).inline(short)).toEqual({ type: completed, payload })
  })

  it('keeps apart values that are large only together, each by itself, and not what they stand in', () => {
    const [orders, customers] = ['o'.repeat(30), 'c'.repeat(30)]
    const { short } = stored({
      output: { orders, customers },
      changes: [
        [['orders'], orders],
        [['customers'], customers],
      ],
    })
    expect(short.refs).toEqual([
      ['payload', 'output'],
      ['payload', 'changes', 0, 1],
      ['payload', 'changes', 1, 1],
    ])
    expect(short.payload.changes.map(([path]) => path)).toEqual([['orders'], ['customers']])
  })

  it('takes nothing out that is not somebody’s value', () => {
    const payload = {
      workflow: long('w'),
      input: { a: 'a'.repeat(30) },
      client_state: 'c'.repeat(30),
      tags: [long('t')],
    }
    const { short } = stored(payload, OffloadedPayloads.none, 'workflow.run.created')
    expect(short.refs).toEqual([
      ['payload', 'input'],
      ['payload', 'client_state'],
    ])
    expect(short.payload).toMatchObject({ workflow: payload.workflow, tags: payload.tags })
    expect(stored(payload, OffloadedPayloads.none, 'workflow.run.queued').payloads).toEqual([])
  })

  it('says which value is missing, and where', () => {
    const { short } = stored({ output: long('e') })
    expect(() => openPayloads(new Map()).inline(short)).toThrow(/payload\.output no longer exists/)
  })

  it('comes back as it was, whatever it was', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 5 }), comesBack))
  })

  function comesBack(value: unknown) {
    const payload = { output: value as Json, changes: [[['a'], value as Json]] }
    const { short, texts } = stored(payload)
    const written = JSON.parse(JSON.stringify(short)) as typeof short
    expect(openPayloads(texts).inline(written).payload).toEqual(JSON.parse(JSON.stringify(payload)))
  }
})
