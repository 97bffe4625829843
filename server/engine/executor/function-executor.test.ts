import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { payloadOf } from '../payload/known-payloads.ts'
import { OffloadedPayloads } from '../payload/offloaded-payloads.ts'
import { createExecutorUnderTest, functionsFolders, hasty, isolated } from './testing/executor-under-test.ts'

describe('the executor of functions', () => {
  const { open, call, close, opened, lines, progress } = createExecutorUnderTest()
  afterEach(close)

  it('gives a function frozen copies and its context', async () => {
    open()
    expect(await call('steps.what_it_gets', { result: { done: true } })).toEqual({
      kind: 'completed',
      output: {
        state: { inner: { c: 3 } },
        input: { b: 2 },
        given: { a: 1 },
        runId: 'run',
        workflow: 'Flow',
        stepName: 'Step',
        iteration: 1,
        attempt: 1,
        idempotencyKey: 'key',
        result: { done: true },
        frozen: true,
      },
    })
  })

  it.each([
    ['in camel case', 'steps.addOne', { n: 1 }],
    ['in snake case', 'steps.add_one', { n: 1 }],
    ['in a folder, in a file with dashes', 'deep.more_things.say_hello', { hello: 'from below' }],
  ])('finds a function %s', async (_, name, output) => {
    open()
    expect(await call(name)).toEqual({ kind: 'completed', output })
  })

  it('finds every function by the name that it is listed by', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'heddle-listed-'))
    for (const file of [
      'OrderTools.ts',
      'my-steps/a.ts',
      'ourSteps/HTMLTools.mjs',
      'my-steps/deep_er/loan-offers.js',
    ]) {
      await mkdir(dirname(join(folder, file)), { recursive: true })
      await writeFile(join(folder, file), `export function parseHTMLPage() { return '${file}' }`)
    }
    open({ functionsFolders: [folder] })
    for (const module of ['order_tools', 'my_steps.a', 'our_steps.html_tools', 'my_steps.deep_er.loan_offers']) {
      const name = `${module}.parse_html_page`
      expect([name, await call(name)]).toMatchObject([name, { kind: 'completed' }])
    }
    await rm(folder, { recursive: true })
  })

  it.each([
    ['steps.nothing', 'FUNCTION_NOT_FOUND'],
    ['nowhere.nothing', 'FUNCTION_NOT_FOUND'],
    ['../../etc.passwd', 'FUNCTION_NOT_FOUND'],
    ['alone', 'FUNCTION_NOT_FOUND'],
    ['steps.toString', 'FUNCTION_NOT_FOUND'],
    ['broken.anything', 'FUNCTION_NOT_LOADED'],
    ['steps.not_json', 'RESULT_UNUSABLE'],
    ['steps.too_large', 'RESULT_UNUSABLE'],
    ['steps.fail_for_good', 'NonRetryableError'],
  ])('says that %s failed for good with %s', async (name, code) => {
    open()
    expect(await call(name)).toMatchObject({ kind: 'failed', retryable: false, error: { code, step: 'Step' } })
  })

  it('says which file and export are missing, and not where on the machine they were looked for', async () => {
    open()
    const message =
      'There is no function steps.nothing: steps.ts in the functions folder has no exported function "nothing".'
    expect(await call('steps.nothing')).toMatchObject({ error: { message } })
  })

  it('finds functions in a folder anywhere, which import heddle/steps all the same', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'heddle-functions-'))
    await writeFile(
      join(folder, 'elsewhere.ts'),
      `import { WorkflowPauseDirective } from 'heddle/steps'
       export function ask(state: { n: number }) { throw new WorkflowPauseDirective({ result: { n: state.n } }) }`,
    )
    open({ functionsFolders: [...functionsFolders, folder] })
    const outcome = await call('elsewhere.ask', { state: { n: 7 } })
    expect(outcome).toEqual({ kind: 'directive', directive: { kind: 'pause', result: { n: 7 } } })
    await rm(folder, { recursive: true })
  })

  it('keeps an error with its name, its message and the frames of the functions folder', async () => {
    open()
    const outcome = await call('steps.fail')
    expect(outcome).toMatchObject({
      kind: 'failed',
      retryable: true,
      error: { code: 'RangeError', message: 'out of range' },
    })
    const stack = outcome.kind === 'failed' ? outcome.error.stack : ''
    expect(stack).toMatch(/^RangeError: out of range\n\s+at fail \(steps\.ts:\d+:\d+\)$/)
  })

  it('keeps what is thrown without being an error', async () => {
    open()
    expect(await call('steps.throw_text')).toMatchObject({ error: { code: 'Error', message: 'just a text' } })
  })

  it.each([
    ['steps.pause', { kind: 'pause', result: { asked: true } }],
    ['steps.start_child', { kind: 'sub_workflow', workflow_type: 'Child', initial_data: { from: 'parent' } }],
    ['steps.jump', { kind: 'jump', target: 'Elsewhere', result: null }],
  ])('passes on the directive of %s', async (name, directive) => {
    open()
    expect(await call(name, { state: { child: 'Child' } })).toEqual({ kind: 'directive', directive })
  })

  it.each([
    ['steps.jump_to_null', 'A jump needs the name of a step, but got null.'],
    ['steps.start_object', 'A sub-workflow needs the name of a workflow, but got {}.'],
  ])('F5: takes nothing but a text for the name in the directive of %s', async (name, message) => {
    open()
    expect(await call(name)).toMatchObject({
      kind: 'failed',
      retryable: false,
      error: { code: 'RESULT_UNUSABLE', message },
    })
  })

  it('reports progress and log lines', async () => {
    open()
    await call('steps.report_progress')
    expect(progress).toEqual([{ fraction: 0.5, note: 'half' }])
    expect(lines).toContain('Flow run Step: half of it is done')
  })

  it('ends a step whose time is up, and hears no more of it', async () => {
    open()
    expect(await call('steps.until_aborted', { timeoutMs: 20 })).toMatchObject({
      kind: 'failed',
      retryable: true,
      error: { code: 'STEP_TIMEOUT' },
    })
    expect(await call('steps.add_one')).toMatchObject({ kind: 'completed' })
  })

  it('waits for a step for as long as it may take, be it years', async () => {
    open()
    const asked = { state: { ms: 50 }, timeoutMs: limits.run.timerMs }
    expect(await call('steps.slowly', asked)).toMatchObject({ kind: 'completed' })
  })

  it('aborts a cancelled step and does not wait for it', async () => {
    open()
    let heard = false
    void call('steps.until_aborted', { id: 'cancelled' }).then(() => {
      heard = true
    })
    opened().cancel('cancelled')
    await call('steps.add_one')
    await call('steps.slowly', { state: { ms: 5 } })
    expect(heard).toBe(false)
  })

  it('gives what waits behind a step that does not return to another thread, before the first one is ended', async () => {
    open({ threads: 1, blockedMs: { shared: 3_600_000, alone: 3_600_000 } })
    await call('steps.add_one')
    await call('steps.block', { state: { until: import.meta.filename } })
    lines.length = 0
    let ended = false
    void call('steps.block', { state: { until: 'never' } }).then(() => {
      ended = true
    })
    const behind = Array.from({ length: 20 }, () => call('steps.add_one'))
    expect(await Promise.all(behind)).toEqual(behind.map(() => ({ kind: 'completed', output: { n: 1 } })))
    expect(await call('steps.add_one')).toMatchObject({ kind: 'completed' })
    expect({ ended, lines }).toEqual({ ended: false, lines: [] })
  })

  it('calls once what it has taken back from a thread that was only slow, and ends the thread that stood in for it', async () => {
    const threads = new Set<Worker>()
    const onThread = (message: unknown) => {
      const { worker } = message as { readonly worker: Worker }
      threads.add(worker)
      worker.on('exit', () => threads.delete(worker))
    }
    subscribe('worker_threads', onThread)
    open({ threads: 1, spareIdleMs: 1, blockedMs: { shared: 3_600_000, alone: 3_600_000 } })
    await call('steps.say_called')
    await call('steps.block', { state: { until: import.meta.filename } })
    lines.length = 0
    let returned = false
    const folder = await mkdtemp(join(tmpdir(), 'heddle-block-'))
    const slow = call('steps.block', { state: { until: join(folder, 'now') } }).then(() => {
      returned = true
    })
    const behind = Array.from({ length: 20 }, () => call('steps.say_called'))
    await Promise.all(behind)
    expect({ returned, stoodIn: threads.size > 1 }).toEqual({ returned: false, stoodIn: true })
    await writeFile(join(folder, 'now'), '')
    await slow
    await call('steps.say_called')
    // The next one that may have to stand in is kept.
    await expect.poll(() => threads.size).toBe(2)
    expect(lines).toEqual(Array.from({ length: 21 }, () => 'Flow run Step: called'))
    unsubscribe('worker_threads', onThread)
    await rm(folder, { recursive: true })
  })

  it('says how many calls wait for a thread, and counts none that waits for something else', async () => {
    open({ threads: 1 })
    const awaited = Array.from({ length: 5 }, () => call('steps.slowly', { state: { ms: 200 } }))
    expect(opened().waiting).toBe(5)
    await expect.poll(() => opened().waiting, { interval: 5 }).toBe(0)
    await Promise.all(awaited)
    expect(opened().waiting).toBe(0)
  })

  it('survives a step that ends its thread', async () => {
    open(hasty)
    const waitingStep = call('steps.slowly', { state: { ms: 100 } })
    expect(await call('steps.exit')).toMatchObject({ error: { code: 'STEP_QUARANTINED' } })
    expect(await waitingStep).toMatchObject({ kind: 'completed' })
    expect(await call('steps.add_one')).toMatchObject({ kind: 'completed' })
  })

  it.each([
    ['in a shared thread', {}],
    ['in an isolated process', isolated],
  ])('gives large values that are stored for the run whole, however often: %s', async (_, where) => {
    open()
    const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `row ${id}` }))
    const text = 'x'.repeat(limits.run.inlineCharacters + 1)
    const offloaded = OffloadedPayloads.none.with([
      [payloadOf(rows), rows],
      [payloadOf(text), text],
    ])
    const request = {
      offloaded,
      with: { rows },
      state: { inner: { rows }, text },
      each: { item: 1, index: 0 },
      ...where,
    }
    for (const times of [1, 2]) {
      expect(await call('steps.last_row', request), `${times}`).toEqual({
        kind: 'completed',
        output: { last: rows.at(-1) },
      })
      expect(await call('steps.what_it_gets', request), `${times}`).toMatchObject({
        kind: 'completed',
        output: { state: { inner: { rows: expect.arrayContaining([rows.at(-1)]) }, text }, frozen: true },
      })
    }
  })
})
