import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '#core/json.ts'
import { askedFanOut, type FanOutRequest, mayFanOut } from './asked-fan-out.ts'
import { judgedInput } from './own-input.ts'

const runId = '0190c5f0-0000-7000-8000-000000000001'
const ask = (request: FanOutRequest, definition: Parameters<typeof askedFanOut>[1] = {}) =>
  askedFanOut(request, definition)
const refusalOf = (request: FanOutRequest) => {
  const read = ask(request)
  return read.ok ? null : [read.refusal.code, read.refusal.field]
}
const regenerate = (more: JsonObject) => ({ input: { regenerate: { parent_run_id: runId, ...more } } })
const bundle = (entry: Json) => ({ input: { bundle: [entry] } })

describe('what a start asks for beside an ordinary run', () => {
  test('is looked for only where one of the words is', () => {
    expect(mayFanOut({ input: { topic: 'x' } })).toBe(false)
    expect(mayFanOut({ input: {}, variants: 2 })).toBe(true)
    expect(mayFanOut({ input: {}, bundle: [] })).toBe(true)
    for (const word of ['variants', 'bundle', 'regenerate']) expect(mayFanOut({ input: { [word]: null } })).toBe(true)
  })

  test('is read from both places, and leaves the rest of the input (public run 5)', () => {
    const asked = { kind: 'variants', count: 3 }
    expect(ask({ input: { topic: 'x', variants: 3 } })).toEqual({
      ok: true,
      value: { input: { topic: 'x' }, asked: { ...asked, field: 'input.variants' } },
    })
    expect(ask({ input: { topic: 'x' }, variants: 3 })).toEqual({
      ok: true,
      value: { input: { topic: 'x' }, asked: { ...asked, field: 'variants' } },
    })
  })

  test('is data where the workflow declares such an input, or accepts no fan-out', () => {
    const input = { variants: 99, bundle: 1, regenerate: 2 }
    const run = { ok: true, value: { input, asked: { kind: 'run' } } }
    const properties = { variants: {}, bundle: {}, regenerate: {} }
    expect(ask({ input }, { input_schema: { properties } })).toEqual(run)
    expect(ask({ input }, { fan_out: false })).toEqual(run)
    expect(ask({ input: {}, variants: 2 }, { fan_out: false })).toMatchObject({ value: { asked: { count: 2 } } })
    expect(ask({ input: { topic: 1 } }, null)).toMatchObject({ value: { asked: { kind: 'run' } } })
  })

  test('is a bundle: entries by workflow_name or name, with a kind and a version', () => {
    const entries = [{ workflow_name: 'a/b', input: { n: 1 }, kind: 'video', version: 2 }, { name: 'c' }]
    expect(ask({ input: {}, bundle: entries })).toEqual({
      ok: true,
      value: {
        input: {},
        asked: {
          kind: 'bundle',
          field: 'bundle',
          entries: [
            { workflow: 'a/b', input: { n: 1 }, kind: 'video', version: 2, field: 'bundle.0' },
            { workflow: 'c', input: {}, field: 'bundle.1' },
          ],
        },
      },
    })
  })

  test('is a regeneration, which stays in the input, alone or with variants and bundles', () => {
    const hints = { direction: 'punchier', keep: ['title'], extra_instructions: 'Shorter.', parent_variant_index: 2 }
    const request = regenerate(hints)
    const regenerates = { parentRunId: runId, variant: 2 }
    expect(ask(request)).toEqual({ ok: true, value: { input: request.input, asked: { kind: 'run' }, regenerates } })
    expect(ask({ ...request, variants: 2 })).toMatchObject({ value: { input: request.input, regenerates } })
    expect(ask({ ...request, bundle: [{ name: 'a' }] })).toMatchObject({ value: { input: request.input, regenerates } })
    expect(ask(regenerate({}))).toMatchObject({ value: { regenerates: { parentRunId: runId } } })
  })

  test.each<[FanOutRequest, string, string]>([
    [{ input: { variants: 2, bundle: [{ name: 'a' }] } }, 'KEYS_EXCLUSIVE', 'input.bundle'],
    [{ input: { variants: 2 }, bundle: [{ name: 'a' }] }, 'KEYS_EXCLUSIVE', 'bundle'],
    [{ input: { variants: 2 }, variants: 2 }, 'KEYS_EXCLUSIVE', 'input.variants'],
    [{ input: { bundle: [] }, bundle: [] }, 'KEYS_EXCLUSIVE', 'input.bundle'],
    [{ input: { topic: 1, bundle: [{ name: 'a' }] } }, 'KEYS_EXCLUSIVE', 'input.topic'],
    ...[0, 11, 1.5, '3', null, true, -1].map((variants): [FanOutRequest, string, string] => [
      { input: { variants } },
      'OUT_OF_RANGE',
      'input.variants',
    ]),
    [{ input: {}, variants: 11 }, 'OUT_OF_RANGE', 'variants'],
    [{ input: { bundle: [] } }, 'OUT_OF_RANGE', 'input.bundle'],
    [{ input: { bundle: 'a' } }, 'OUT_OF_RANGE', 'input.bundle'],
    [{ input: { bundle: Array.from({ length: 11 }, () => ({ name: 'a' })) } }, 'OUT_OF_RANGE', 'input.bundle'],
    [bundle('a'), 'BAD_REQUEST', 'input.bundle.0'],
    [bundle({}), 'BAD_REQUEST', 'input.bundle.0.workflow_name'],
    [bundle({ name: 1 }), 'BAD_REQUEST', 'input.bundle.0.name'],
    [bundle({ name: 'a', workflow_name: 'a' }), 'KEYS_EXCLUSIVE', 'input.bundle.0.name'],
    [bundle({ name: 'a', inputs: {} }), 'BAD_REQUEST', 'input.bundle.0.inputs'],
    [bundle({ name: 'a', input: [] }), 'BAD_REQUEST', 'input.bundle.0.input'],
    [bundle({ name: 'a', kind: '' }), 'BAD_REQUEST', 'input.bundle.0.kind'],
    [bundle({ name: 'a', version: 0 }), 'OUT_OF_RANGE', 'input.bundle.0.version'],
    [{ input: { regenerate: 1 } }, 'BAD_REQUEST', 'input.regenerate'],
    [{ input: { regenerate: {} } }, 'BAD_REQUEST', 'input.regenerate.parent_run_id'],
    [{ input: { regenerate: { parent_run_id: 'x' } } }, 'NOT_FOUND', 'input.regenerate.parent_run_id'],
    [regenerate({ direction: 'louder' }), 'CHOICE_UNKNOWN', 'input.regenerate.direction'],
    [regenerate({ parent_variant_index: 10 }), 'OUT_OF_RANGE', 'input.regenerate.parent_variant_index'],
    [regenerate({ keep: 'title' }), 'BAD_REQUEST', 'input.regenerate.keep'],
    [regenerate({ keep: [1] }), 'BAD_REQUEST', 'input.regenerate.keep'],
    [regenerate({ extra_instructions: 1 }), 'BAD_REQUEST', 'input.regenerate.extra_instructions'],
    [regenerate({ louder: true }), 'BAD_REQUEST', 'input.regenerate.louder'],
  ])('is refused: %j (public run 5)', (request, code, field) => {
    expect(refusalOf(request)).toEqual([code, field])
  })
})

test('a schema judges the input without regenerate, unless it declares it', () => {
  const input = { topic: 'x', regenerate: {} }
  expect(judgedInput({}, input)).toEqual({ topic: 'x' })
  expect(judgedInput({ input_schema: { properties: { regenerate: {} } } }, input)).toBe(input)
  expect(judgedInput({}, { topic: 'x' })).toEqual({ topic: 'x' })
  expect(judgedInput({}, null)).toBeNull()
})
