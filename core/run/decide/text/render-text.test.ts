import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Step } from '#core/definition/definition.ts'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { ScriptedRun } from '../../testing/scripted-run.ts'
import { definition, human, request, signal } from '../../testing/steps.ts'

const whole = '{{ input.v }}'
const within = 'a-{{ input.v }}'

/** Each place that needs a name or a text, with a template, and what the run then holds of it. */
interface Rendered {
  readonly field: string
  readonly code: string
  step(template: string): Step
  read(run: ScriptedRun): Json | undefined
}

const task = (run: ScriptedRun) => run.owed('human_task', 'S').task
const asked = (run: ScriptedRun) =>
  run.owed('attempt', 'S').with as { readonly url: string; readonly headers: { readonly x: string } }
const waits = (run: ScriptedRun) => {
  const state = run.state.steps.S
  return state?.status === 'waiting_signal' ? state.signal : undefined
}

const people = ['assignees', 'groups', 'excluded'] as const
const names: readonly Rendered[] = [
  { field: 'signal', code: 'WAIT_INVALID', step: (template) => signal('S', template), read: waits },
  ...people.map(
    (field): Rendered => ({
      field,
      code: 'TEXT_REQUIRED',
      step: (template) => human('S', { [field]: [template] }),
      read: (run) => task(run)[field][0],
    }),
  ),
  {
    field: 'escalate_to',
    code: 'TEXT_REQUIRED',
    step: (template) => human('S', { escalate_to: template, due_in_seconds: 9 }),
    read: (run) => task(run).escalation?.to,
  },
]
const header: Rendered = {
  field: 'header x',
  code: 'TEXT_REQUIRED',
  step: (template) => request('S', { http_config: { url: 'https://a.example', headers: { x: template } } }),
  read: (run) => asked(run).headers.x,
}
const texts: readonly Rendered[] = [
  { field: 'title', code: 'TEXT_REQUIRED', step: (title) => human('S', { title }), read: (run) => task(run).title },
  header,
  {
    field: 'url',
    code: 'TEXT_REQUIRED',
    step: (url) => request('S', { http_config: { url } }),
    read: (run) => asked(run).url,
  },
]

function started(place: Rendered, template: string, v: Json): ScriptedRun {
  const run = new ScriptedRun(definition([place.step(template)]), { input: { v } })
  run.own()
  return run
}

const errorOf = (run: ScriptedRun) => run.state.outcome?.error
const structure = fc.oneof(fc.constant(null), fc.array(fc.constant('x')), fc.dictionary(fc.constant('k'), fc.integer()))
const scalar = fc.oneof(fc.integer(), fc.boolean())
const word = fc.stringMatching(/^[a-z][a-z0-9]{0,9}$/)

function forAll<Value>(values: fc.Arbitrary<Value>, check: (value: Value) => void): void {
  fc.assert(
    fc.property(values, (value) => {
      check(value)
    }),
  )
}

describe('F5: nothing that is no text becomes a name', () => {
  test.each(names)('$field, whatever type its value has', (place) => {
    const given = /^S: (.+) needs text, but got (null|a number|a boolean|a list|a map)\.$/
    forAll(fc.oneof(structure, scalar), (v) => {
      // Null and a list of people are no one name; each name in a list is held to the same rule.
      if (people.some((field) => field === place.field) && (v === null || Array.isArray(v))) return
      const error = errorOf(started(place, whole, v))
      expect(error).toMatchObject({ code: place.code, step: 'S' })
      expect(given.exec(error?.message ?? '')?.[1]).toBe(place.field)
    })
  })

  test.each(names)('$field, also within other text; a number is written out there', (place) => {
    forAll(structure, (v) => expect(errorOf(started(place, within, v))?.code).toBe(place.code))
    forAll(scalar, (v) => expect(place.read(started(place, within, v))).toBe(`a-${v}`))
  })

  test.each([...names, ...texts])('$field takes a text as it is', (place) => {
    forAll(word, (v) => expect(place.read(started(place, whole, v))).toBe(v))
  })

  test.each(names)('$field is no empty text, and none that nobody could send', (place) => {
    for (const v of ['', ' \t', 'x'.repeat(limits.text.name + 1)]) {
      expect(errorOf(started(place, whole, v))?.code).toBe(place.code)
    }
  })

  test.each(texts)('$field takes numbers, true and false, and no null, list or object', (place) => {
    forAll(scalar, (v) => expect(place.read(started(place, whole, v))).toBe(String(v)))
    forAll(structure, (v) => {
      const error = errorOf(started(place, whole, v))
      expect(error?.code).toBe('TEXT_REQUIRED')
      expect(error?.message).toContain(`S: ${place.field} needs text`)
    })
  })

  test('no request is sent to an address, with a header or a query, in whose text null or an object stands', () => {
    const ask = (http_config: { readonly [key: string]: Json }) => {
      const run = new ScriptedRun(definition([request('S', { http_config })]), { input: { v: null } })
      run.own()
      return errorOf(run)?.code
    }
    const url = 'https://a.example/'
    expect(ask({ url: `${url}${whole}` })).toBe('TEXT_REQUIRED')
    expect(ask({ url, headers: { authorization: `Bearer ${whole}` } })).toBe('TEXT_REQUIRED')
    expect(ask({ url, headers: { x: null } })).toBe('TEXT_REQUIRED')
    expect(ask({ url, query: { q: within } })).toBe('TEXT_REQUIRED')
    expect(ask({ url, query: { q: whole }, body: { note: within } })).toBeUndefined()
  })

  test('a name that holds NUL or half of a pair is cleaned before the event', () => {
    expect(names.map((place) => place.read(started(place, whole, 'a\u0000b\ud800')))).toEqual(
      names.map(() => 'a\ufffdb\ufffd'),
    )
  })
})

describe('F5: an empty written rule never means everybody', () => {
  const none: Json[] = [[], null]
  const ask = (more: Parameters<typeof human>[1], v: Json) => {
    const run = new ScriptedRun(definition([human('S', more)]), { input: { v } })
    run.own()
    return run
  }

  test.each(['assignees', 'groups'] as const)('%s that are empty fail the step', (field) => {
    for (const v of none) {
      expect(errorOf(ask({ [field]: [whole] }, v))).toMatchObject({
        code: 'NOBODY_ASKED',
        message: `S: ${field} are empty, so no one could decide. Remove them to ask everyone.`,
      })
    }
    expect(errorOf(ask({ [field]: [] }, null))?.code).toBe('NOBODY_ASKED')
    expect(errorOf(ask({ [field]: [whole] }, ''))?.code).toBe('TEXT_REQUIRED')
    expect(errorOf(ask({ [field]: [whole] }, ['ana', 5]))?.code).toBe('TEXT_REQUIRED')
  })

  test('one of the two is enough, and nothing written asks everybody', () => {
    expect(task(ask({ assignees: [whole], groups: ['credit'] }, null))).toMatchObject({
      assignees: [],
      groups: ['credit'],
    })
    expect(errorOf(ask({ assignees: [whole], groups: [whole] }, []))?.message).toContain(
      'assignees and groups are empty',
    )
    expect(task(ask({}, null))).toMatchObject({ assignees: [], groups: [] })
    expect(task(ask({ excluded: [whole] }, [])).excluded).toEqual([])
  })
})
