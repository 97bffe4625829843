import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '#core/json.ts'
import { Kept } from './kept.ts'
import { openPayloads } from './put-back.ts'
import { takeOut, takeOutKept, Wanted } from './take-out.ts'

const INLINE = 40
const long = (text: string) => text.repeat(60)

function stored<Whole extends object>(whole: Whole, kept: Kept = Kept.none) {
  const wanted = new Wanted(kept)
  const short = takeOut(whole, INLINE, wanted)
  return {
    short,
    kept: wanted.kept,
    payloads: wanted.payloads,
    texts: new Map(wanted.payloads.map(({ sha256, text }) => [sha256, text])),
  }
}

describe('large values of what is written', () => {
  it('leaves what is small as it is', () => {
    const whole = { seq: 1, payload: { output: [1, 2, 3] } }
    expect(stored(whole)).toEqual({ short: whole, kept: Kept.none, payloads: [], texts: new Map() })
  })

  it('takes out the smallest large parts, each once, wherever they stand', () => {
    const rows = ['one row', 'another row', 'a third one', 'the last of them']
    const { short, payloads } = stored({ payload: { output: { rows, count: 4 }, changes: [[['rows'], rows]] } })
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
    const { payloads, short } = stored({ payload: { output: long('a'), changes: [[['text'], long('a')]] } })
    expect(payloads).toHaveLength(1)
    expect(short.refs).toHaveLength(2)
  })

  it('asks for nothing to be stored that is stored for the run', () => {
    const rows = [long('a')]
    const { kept } = stored({ payload: rows })
    expect(stored({ payload: rows }, kept).payloads).toEqual([])
  })

  it('takes out of a state only what its history has taken out', () => {
    const output = [long('b')]
    const event = stored({ payload: { output } })
    const { kept } = event
    const state = { data: { output, other: long('c') }, header: {} }
    const short = takeOutKept(state, INLINE, kept)
    expect(short.refs).toEqual([['data', 'output', 0]])
    expect(short.data.other).toBe(long('c'))
    expect(takeOutKept(state, INLINE, Kept.none)).toBe(state)
    expect(openPayloads(event.texts).putBack(JSON.parse(JSON.stringify(short)) as typeof short)).toEqual(state)
  })

  it('takes nobody for a reference who only looks like one', () => {
    const { payloads } = stored({ payload: long('d') })
    const [payload] = payloads
    const lookalike = { payload_ref: { sha256: payload?.sha256, bytes: payload?.bytes } }
    const { short, texts } = stored({ payload: { output: lookalike, text: long('d') } } as object)
    expect(openPayloads(texts).putBack(short)).toEqual({ payload: { output: lookalike, text: long('d') } })
  })

  it('says which value is missing, and where', () => {
    const { short } = stored({ payload: { output: long('e') } })
    expect(() => openPayloads(new Map()).putBack(short)).toThrow(/payload\.output is not there any more/)
  })

  it('comes back as it was, whatever it was', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 5 }), comesBack))
  })

  function comesBack(value: unknown) {
    const whole = { seq: 1, payload: { output: value as Json, changes: [[['a'], value as Json]] } }
    const { short, texts } = stored(whole)
    const written = JSON.parse(JSON.stringify(short)) as typeof short
    expect(openPayloads(texts).putBack(written)).toEqual(JSON.parse(JSON.stringify(whole)))
  }
})
