import { describe, expect, test } from 'vitest'
import type { HttpStep } from '#core/definition/definition.ts'
import { effectsSoFar } from '../evolve/phase.ts'
import { ScriptedRun } from '../testing/scripted-run.ts'
import { definition } from '../testing/steps.ts'

const step = (http_config: HttpStep['http_config'], more: Partial<HttpStep> = {}): HttpStep => ({
  type: 'HTTP',
  name: 'Ask',
  http_config,
  ...more,
})

const started = (one: HttpStep, input = {}): ScriptedRun => {
  const run = new ScriptedRun(definition([one]), { input })
  run.own()
  return run
}
const owed = (one: HttpStep, input = {}) => started(one, input).owed('attempt', 'Ask')

describe('an HTTP step', () => {
  test('renders its request, and leaves the references to secrets in it', () => {
    const config = {
      method: 'POST',
      url: 'https://api.example.com/orders/{{ input.id }}?key={{ secrets.KEY }}',
      headers: { authorization: 'Bearer {{ secrets.TOKEN }}' },
      body: '{{ input.order }}',
      retry_policy: { max_attempts: 2 },
    }
    const run = started(step(config), { id: 'a/../b', order: { note: '{{ secrets.TOKEN }}' } })
    const request = {
      url: 'https://api.example.com/orders/a%2F..%2Fb?key={{ secrets.KEY }}',
      method: 'POST',
      headers: { authorization: 'Bearer {{ secrets.TOKEN }}' },
      body: { note: '{{"{{"}} secrets.TOKEN }}' },
    }
    expect(run.owed('attempt', 'Ask')).toMatchObject({
      with: request,
      http: { request },
      key: 'run/Ask/1/do',
    })
    expect(effectsSoFar(run.state)).toBe('final')
  })

  test('values before the end of the host are written as they are', () => {
    expect(
      owed(step({ url: 'https://{{ input.host }}/{{ input.path }}' }), { host: 'a:80', path: 'x\ud800 y' }),
    ).toMatchObject({ with: { url: 'https://a:80/x%EF%BF%BD%20y' } })
  })

  test.each([
    ['its address', { url: 'https://x/{{ input.nothing }}' }],
    ['its body', { url: 'https://x', body: '{{ input.nothing }}' }],
  ])('fails when %s cannot be rendered', (_, config) => {
    const { state } = started(step(config))
    expect(state.outcome?.error).toMatchObject({ code: 'FIELD_NOT_FOUND' })
  })

  test('a request names its connection', () => {
    expect(owed(step({ url: '/orders' }, { connection: 'crm' }))).toMatchObject({
      with: { url: '/orders', connection: 'crm' },
    })
  })

  test('a request without an address is left to the executor to refuse', () => {
    expect(owed(step({}))).toMatchObject({ with: { url: '' } })
  })

  test.each([
    [{}, {}, undefined],
    [{ timeout: 5 }, {}, 5_000],
    [{ timeout: 5 }, { timeout_seconds: 2 }, 2_000],
    [{}, { timeout_seconds: 2 }, 2_000],
  ])('takes the shorter of its time limits: %j %j', (config, more, timeoutMs) => {
    expect((owed(step({ url: 'x', ...config }, more)) as { timeoutMs?: number }).timeoutMs).toBe(timeoutMs)
  })

  test('keeps status and headers of the answer beside its body', () => {
    const one = step({ url: 'https://x' })
    const check = { type: 'TRANSFORM', name: 'Check', set: { status: 'steps.Ask.http.status' } } as const
    const run = new ScriptedRun(definition([one, check]))
    run.own()
    const http = { status: 201, headers: { etag: 'x' } }
    const ended = { type: 'attempt_ended', step: 'Ask', iteration: 1, attempt: 1 } as const
    run.send({ ...ended, outcome: { kind: 'completed', output: { id: 1 }, http } })
    expect(run.state.data).toEqual({ id: 1, status: 201 })
    expect(run.state.outputs.Ask).toEqual({ output: { id: 1 }, http })
  })

  test('is tried again by the policy within its request, and not sooner than the server asks for', () => {
    const run = started(step({ url: 'https://x', retry_policy: { max_attempts: 3, non_retryable: ['HTTP_501'] } }))
    const fail = (attempt: number, code: string, retryAfterMs?: number) =>
      run.send({
        type: 'attempt_ended',
        step: 'Ask',
        iteration: 1,
        attempt,
        outcome: {
          kind: 'failed',
          error: { code, message: 'no' },
          retryable: true,
          ...(retryAfterMs !== undefined && { retryAfterMs }),
        },
      })
    fail(1, 'HTTP_503', 7_000)
    const timer = run.owed('timer', 'Ask')
    expect(timer).toMatchObject({ dueAt: run.now + 7_000 })
    run.now += 7_000
    run.send({ type: 'timer_fired', timer_id: timer.id })
    const before = run.owed('attempt', 'Ask')
    expect(before).toMatchObject({ attempt: 2, key: 'run/Ask/1/do', with: { url: 'https://x' } })
    fail(2, 'HTTP_501')
    expect(run.state.outcome?.error?.code).toBe('HTTP_501')
  })
})

describe('a SCRIPT step', () => {
  test('gets its code, its arguments and the results so far, and has no effects', () => {
    const run = new ScriptedRun(
      definition([
        { type: 'TRANSFORM', name: 'First', set: { a: '1' } },
        { type: 'SCRIPT', name: 'Ask', code: 'return 1', with: { b: '{{ state.a }}' }, timeout_seconds: 3 },
      ]),
    )
    run.own()
    expect(run.owed('attempt', 'Ask')).toMatchObject({
      script: { code: 'return 1', steps: { First: { output: { a: 1 } } } },
      with: { b: 1 },
      state: { a: 1 },
      timeoutMs: 3_000,
    })
    expect(run.state.effects).toBe('none')
  })
})
