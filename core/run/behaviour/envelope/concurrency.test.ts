import { describe, expect, test } from 'vitest'
import type { Concurrency } from '#core/definition/concurrency.ts'
import type { Definition } from '#core/definition/definition.ts'
import { locksOf } from '../../envelope/locks-of.ts'
import { sentence } from '../../sentence/sentence.ts'
import type { RunHeader } from '../../state.ts'
import { ScriptedRun } from '../../testing/scripted-run.ts'
import { call, definition } from '../../testing/steps.ts'
import { viewsOf } from '../../views/view-table.ts'

interface LimitedArguments {
  readonly input?: RunHeader['input']
  readonly more?: Partial<Definition>
}

/** A run of a workflow with a limit that an engine has taken. */
function limited(concurrency: Concurrency, { input = { customer: 'acme' }, more }: LimitedArguments = {}): ScriptedRun {
  const run = new ScriptedRun(definition([call('A')], { concurrency, ...more }), { input })
  run.own()
  return run
}

const key = 'input.customer'
const requestOf = (run: ScriptedRun) => locksOf(run.executable, run.state).request

describe('a run of a workflow with a limit', () => {
  test('asks for a slot of its key before its steps, and runs once it has it', () => {
    const run = limited({ key, limit: 2, when_full: 'cancel_oldest' })
    const resource = 'concurrency:Test:acme'
    expect(requestOf(run)).toMatchObject({
      resources: [resource],
      shared: [resource],
      slot: { resource, limit: 2, whenFull: 'cancel_oldest' },
    })
    expect(run.state.phase).toBe('SCHEDULED')
    run.grant()
    expect(run.state.phase).toBe('RUNNING')
    run.complete('A')
    expect(locksOf(run.executable, run.state).holds).toBe('none')
  })

  test('shares the limit with all runs of the workflow where there is no key', () => {
    expect(requestOf(limited({ limit: 1 }))?.resources).toEqual(['concurrency:Test'])
  })

  test('asks for its slot together with the resources of its envelope', () => {
    const envelope = { discover: { resources: ["'device:1'"] }, locks: {} }
    const request = requestOf(limited({ key, limit: 1 }, { more: { envelope } }))
    expect(request?.resources).toEqual(['concurrency:Test:acme', 'device:1'])
    expect(request?.shared).toEqual(['concurrency:Test:acme'])
  })

  test('says which key it waits for, and how many runs come before it', () => {
    const run = limited({ key, limit: 1 })
    run.refuse({ retry_note: 'concurrency key acme is held by run r2' })
    const told = (position: number) =>
      sentence(run.executable, run.state, run.now + 1_000, {
        lockWait: { position, blockedBy: ['r2'], retryNote: 'concurrency key acme is held by run r2' },
      })
    expect(told(3)).toContain(
      'Waiting for concurrency key acme for 1 s, 2 before it in the queue: concurrency key acme',
    )
    expect(told(1)).toContain('for 1 s, next in the queue: ')
  })

  test('ends as CANCELLED with the reason where it is skipped, and that is no failure', () => {
    const run = limited({ key, limit: 1, when_full: 'skip' })
    run.refuse({ code: 'CONCURRENCY_FULL', retry_note: 'Skipped by concurrency key acme: run r2 has it' })
    expect(viewsOf(run.state)).toMatchObject({ status: 'CANCELLED', phase: 'FAILED_SAFE' })
    expect(run.state.outcome?.error?.code).toBe('CONCURRENCY_FULL')
    expect(sentence(run.executable, run.state, run.now)).toContain('Skipped by concurrency key acme: run r2 has it')
    expect(requestOf(run)).toBeNull()
  })

  test('needs no acknowledgement and keeps no slot after a failure, as it has no envelope of its own', () => {
    const run = limited({ key, limit: 1 })
    run.grant()
    run.fail('A')
    expect(run.state.phase).toBe('FAILED_UNSAFE')
    expect(locksOf(run.executable, run.state).holds).toBe('none')
    expect(run.plan()).toContainEqual(expect.objectContaining({ kind: 'timer', purpose: 'acknowledge' }))
  })

  test.each([
    ['a key without a value', { key: 'input.nobody' }, 'input.nobody'],
    ['an empty key', { key: "''" }, 'must give a number or a text'],
    ['a key over two lines', { key: "'a\\nb'" }, 'must give a number or a text'],
  ])('fails before its steps for %s', (_, more, words) => {
    const run = limited({ limit: 1, ...more })
    expect(run.state.outcome?.error).toMatchObject({ code: 'DISCOVERY_FAILED' })
    expect(run.state.outcome?.error?.message).toContain(words)
  })

  test('cannot take the slots of a workflow as a resource of its envelope', () => {
    const envelope = { discover: { resources: ["'concurrency:Other'"] }, locks: {} }
    const run = limited({ key, limit: 1 }, { more: { envelope } })
    expect(run.state.outcome?.error?.code).toBe('RESOURCES_INVALID')
  })
})
