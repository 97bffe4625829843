import { describe, expect, it } from 'vitest'
import type { Definition } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import type { Json } from '#core/json.ts'
import { ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { convertN8n } from './convert-n8n.ts'
import { caseFile } from './testing/case-file.ts'

/** A run of what a file of n8n becomes. */
function started(name: string, input: Json = {}): ScriptedRun {
  const converted = convertN8n(caseFile(name))
  if (!converted.ok) throw new Error(converted.message)
  const run = new ScriptedRun(parse(converted.text).definition as Definition, { input })
  run.own()
  return run
}

const statusOf = (run: ScriptedRun) => run.state.outcome?.status

describe('a workflow that was imported from n8n', () => {
  it.each<[string, Json, Json]>([
    ['if-empty-missing', {}, 'yes'],
    ['if-empty-missing', { mail: null }, 'yes'],
    ['if-empty-missing', { mail: '' }, 'yes'],
    ['if-empty-missing', { mail: 'a@example.com' }, 'no'],
    ['if-ignore-case', { state: 'paid' }, 'yes'],
    ['if-ignore-case', { state: 'Paid' }, 'yes'],
    ['if-ignore-case', { state: 'open' }, 'no'],
    ['if-ignore-case', {}, 'no'],
    ['filter-exists-null', { 'first name': null }, undefined as unknown as Json],
    ['filter-exists-null', { 'first name': 'Ana' }, 'yes'],
    ['mixed-or', { b: 2, tags: ['x', 'y', 'z'] }, 'yes'],
    ['mixed-or', { a: 2, tags: ['x', 'y'] }, undefined as unknown as Json],
    ['mixed-or', {}, undefined as unknown as Json],
    ['date-conditions', { due: '2027-02-01' }, 'yes'],
    ['date-conditions', {}, undefined as unknown as Json],
  ])('%s goes the way that n8n goes with %j', (name, input, way) => {
    const run = started(name, input)
    expect(statusOf(run)).toBe('COMPLETED')
    expect(run.state.data.way).toBe(way)
  })

  it('works on each item of a Loop Over Items, and then goes on where it is done', () => {
    const run = started('loop-over-items')
    run.complete('Fetch', [{ id: 1 }, { id: 2 }])
    expect(run.plan()).toMatchObject([{ step: 'Work', each: { item: { id: 1 }, index: 0 } }])
    run.complete('Work', 'first')
    expect(run.plan()).toMatchObject([{ step: 'Work', each: { item: { id: 2 }, index: 1 } }])
    run.complete('Work', 'second')
    expect(run.plan()).toMatchObject([{ step: 'Report' }])
    run.complete('Report')
    expect(statusOf(run)).toBe('COMPLETED')
  })

  it('takes the output that the function of a node names', () => {
    const run = started('many-outputs', { mail: 'Our offer' })
    run.complete('Classify', { classify_output: 1 })
    expect(statusOf(run)).toBe('COMPLETED')
    expect(run.state.data.kind).toBe('offer')
  })

  it('ends without failing where a node fails whose output for errors leads nowhere', () => {
    const run = started('error-output-unconnected')
    run.fail('Ask', 'HTTP_STATUS', false)
    expect(statusOf(run)).toBe('COMPLETED')
    expect(run.state.data).not.toHaveProperty('ok')
  })

  it('merges when both of its inputs have come', () => {
    const run = started('merge-waits')
    run.complete('A', { x: 1 })
    expect(run.plan()).toMatchObject([{ step: 'B' }])
    run.complete('B', { y: 2 })
    run.complete('Merge', { x: 1, y: 2 })
    expect(run.state.data.x).toBe(1)
  })

  it('joins texts and divides as n8n does', () => {
    const run = started('plus-joins-texts', { number: 5, count: 5 })
    expect(run.state.data).toMatchObject({ line: 'Order 5', half: 2.5 })
  })

  it('waits as long before each attempt', () => {
    const run = started('retry-constant')
    const waits = [1, 2].map(() => {
      run.fail('Ask')
      const before = run.now
      run.fire('retry')
      return run.now - before
    })
    expect(waits[0]).toBe(waits[1])
  })

  it('sends JSON whose values expressions give', () => {
    const run = started('body-from-json-expression', { name: 7, n: 3 })
    expect(run.plan()).toMatchObject([{ step: 'Post', http: { request: { body: { name: '7', n: 3 } } } }])
  })

  it('sends what a Set of the third version set', () => {
    const run = started('set-fields-v3', { first: 'Ana' })
    expect(run.state.data).toMatchObject({ full: 'Ana', count: 3 })
    expect(run.plan()).toMatchObject([{ step: 'Send', http: { request: { body: { full: 'Ana' } } } }])
  })
})
