import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { Kept } from '../payload/kept.ts'
import { payloadOf } from '../payload/known-payloads.ts'
import type { FunctionRequest } from '../ports.ts'
import { createFunctionExecutor, type FunctionExecutor, type FunctionExecutorOptions } from './function-executor.ts'
import { createAttempts } from './testing/attempts.ts'
import { keepBusy } from './testing/keep-busy.ts'

const functionsFolders = [join(import.meta.dirname, '../testing/functions')]

describe('the executor of functions', () => {
  let executor: FunctionExecutor
  const lines: string[] = []
  const progress: unknown[] = []
  const attempts = createAttempts()
  afterEach(() => executor.close())

  const open = (options: Partial<FunctionExecutorOptions> = {}) => {
    executor = createFunctionExecutor(
      { functionsFolders, monotonic: () => performance.now(), log: (line) => lines.push(line), ...options },
      { onOutcome: attempts.onOutcome, onProgress: (_, reported) => progress.push(reported) },
    )
  }
  const call = (name: string, changes: Partial<FunctionRequest> = {}) =>
    attempts.make(executor, {
      step: 'Step',
      function: name,
      with: { a: 1 },
      input: { b: 2 },
      state: { inner: { c: 3 } },
      key: 'key',
      ...changes,
    })

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

  it('names the folders that it looked in as they lie in the project', async () => {
    open()
    const shown = functionsFolders.map((folder) => relative(process.cwd(), folder).replaceAll(sep, '/'))
    const message = `There is no function steps.nothing: no export "nothing" in steps.ts in ${shown.join(' or ')}.`
    expect(await call('steps.nothing')).toMatchObject({ error: { message } })
    expect(message).not.toContain(process.cwd())
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
    executor.cancel('cancelled')
    await call('steps.add_one')
    await call('steps.slowly', { state: { ms: 5 } })
    expect(heard).toBe(false)
  })

  const hasty = { threads: 1, blockedMs: { shared: 300, alone: 300 } }

  it('ends an endless loop without harm to the others, and quarantines it at its third interruption', async () => {
    open(hasty)
    await call('steps.add_one')
    const looping = call('steps.loop_forever')
    const others = Array.from({ length: 20 }, () => call('steps.add_one'))
    expect(await Promise.all(others)).toEqual(others.map(() => ({ kind: 'completed', output: { n: 1 } })))
    expect(await looping).toMatchObject({ kind: 'failed', retryable: false, error: { code: 'STEP_QUARANTINED' } })
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

  it('lets as many endless steps at once as there are threads for hold up nobody but those that come after them', async () => {
    open({ threads: 1, blockedMs: { shared: 500, alone: 300 } })
    const endless = Array.from({ length: 2 + limits.engine.spareThreads }, () => call('steps.loop_forever'))
    const behind = Array.from({ length: 5 }, () => call('steps.add_one'))
    expect((await Promise.all(behind)).map(({ kind }) => kind)).toEqual(behind.map(() => 'completed'))
    for (const outcome of await Promise.all(endless)) {
      expect(outcome).toMatchObject({ error: { code: 'STEP_QUARANTINED' } })
    }
  })

  it('lets a long computation end beside others that have work, however little of the processor it gets meanwhile', async () => {
    open({ threads: 2, blockedMs: { shared: 60_000, alone: 60_000 } })
    await Promise.all([call('steps.slowly'), call('steps.slowly')])
    lines.length = 0
    let ended = false
    const computing = call('steps.compute', { state: { ms: 600 } }).finally(() => {
      ended = true
    })
    const idle = keepBusy()
    while (!ended) await call('steps.slowly', { state: { ms: 5 } })
    idle()
    expect(await computing).toMatchObject({ kind: 'completed', output: { computedMs: 600 } })
    expect(lines).toEqual([])
  })

  it('says how many calls wait for a thread, and counts none that waits for something else', async () => {
    open({ threads: 1 })
    const awaited = Array.from({ length: 5 }, () => call('steps.slowly', { state: { ms: 200 } }))
    expect(executor.waiting).toBe(5)
    await expect.poll(() => executor.waiting, { interval: 5 }).toBe(0)
    await Promise.all(awaited)
    expect(executor.waiting).toBe(0)
  })

  it('survives a step that ends its thread', async () => {
    open(hasty)
    const waitingStep = call('steps.slowly', { state: { ms: 100 } })
    expect(await call('steps.exit')).toMatchObject({ error: { code: 'STEP_QUARANTINED' } })
    expect(await waitingStep).toMatchObject({ kind: 'completed' })
    expect(await call('steps.add_one')).toMatchObject({ kind: 'completed' })
  })

  const suspect = { interruptions: limits.engine.interruptions - 1 }

  it('calls what engines may have died of in a process of its own, and ends no more than that process with it', async () => {
    open()
    const [pid, fine, deadly, shared] = await Promise.all([
      call('steps.process_id', suspect),
      call('steps.add_one', suspect),
      call('steps.kill_engine', suspect),
      call('steps.process_id'),
    ])
    expect(shared).toEqual({ kind: 'completed', output: { pid: process.pid } })
    expect(pid).toEqual({ kind: 'completed', output: { pid: expect.not.closeTo(process.pid) } })
    expect(fine).toEqual({ kind: 'completed', output: { n: 1 } })
    expect(deadly).toMatchObject({ kind: 'failed', retryable: false, error: { code: 'STEP_QUARANTINED' } })
  })

  it.each([
    ['in a thread for everybody', {}],
    ['among suspects', suspect],
  ])('gives large values that are stored for the run whole, however often: %s', async (_, where) => {
    open()
    const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `row ${id}` }))
    const text = 'x'.repeat(limits.run.inlineCharacters + 1)
    const kept = Kept.none.with([
      [payloadOf(rows), rows],
      [payloadOf(text), text],
    ])
    const request = { kept, with: { rows }, state: { inner: { rows }, text }, each: { item: 1, index: 0 }, ...where }
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

  it('calls elsewhere at once what an engine that died was calling last, and with all others what else it had under way', async () => {
    open({ lastCalls: { open: () => null, names: (id) => id === 'last' } })
    const here = { kind: 'completed', output: { pid: process.pid } }
    expect(await call('steps.process_id', { id: 'last' })).toEqual(here)
    const [last, other] = await Promise.all(
      ['last', 'other'].map((id) => call('steps.process_id', { id, interruptions: 1 })),
    )
    expect(last).toEqual({ kind: 'completed', output: { pid: expect.not.closeTo(process.pid) } })
    expect(other).toEqual(here)
  })

  it('quarantines nothing for the deaths of engines alone, however many', async () => {
    open()
    expect(await call('steps.add_one', { interruptions: 1_000 })).toMatchObject({ kind: 'completed' })
  })

  it('calls alone what was being called when a process of suspects was lost, and lets the others go on together', async () => {
    open()
    lines.length = 0
    const folder = await mkdtemp(join(tmpdir(), 'heddle-called-'))
    const until = join(folder, 'now')
    const waiting = Array.from({ length: 8 }, () => call('steps.await_file', { ...suspect, state: { until } }))
    const waits = () => lines.filter((line) => line.includes('waits in process'))
    await expect.poll(() => waits().length).toBe(8)
    const deadly = call('steps.kill_engine', suspect)
    await expect.poll(() => waits().length).toBe(16)
    const [first, ...others] = waits()
    expect(new Set(others.slice(-8)).size).toBe(1)
    expect(others.at(-1)).not.toBe(first)
    expect(lines.filter((line) => line.includes(' lost '))).toEqual([
      expect.stringContaining(
        'a process with 9 suspects was lost (its process ended (SIGKILL)) while steps.kill_engine',
      ),
    ])
    await writeFile(until, '')
    expect((await Promise.all(waiting)).map(({ kind }) => kind)).toEqual(waiting.map(() => 'completed'))
    expect(await deadly).toMatchObject({ error: { code: 'STEP_QUARANTINED' } })
    await rm(folder, { recursive: true })
  })

  it('finds by halves which of many suspects ends their process later on, and blames no other', async () => {
    open()
    lines.length = 0
    const waiting = Array.from({ length: 20 }, () => call('steps.slowly', { ...suspect, state: { ms: 400 } }))
    const deadly = call('steps.end_process_soon', suspect)
    expect((await Promise.all(waiting)).map(({ kind }) => kind)).toEqual(waiting.map(() => 'completed'))
    expect(await deadly).toMatchObject({ error: { code: 'STEP_QUARANTINED' } })
    // Of 21, 11, 6, 3 and 2 at most.
    expect(lines.filter((line) => line.includes(' lost ')).length).toBeLessThanOrEqual(5)
  })

  it('blames a suspect for nothing that another one does or has left behind: they are called again by halves', async () => {
    open()
    lines.length = 0
    const folder = await mkdtemp(join(tmpdir(), 'heddle-blame-'))
    const [end, goOn] = [join(folder, 'end'), join(folder, 'go-on')]
    const waiting = Array.from({ length: 5 }, () => call('steps.await_file', { ...suspect, state: { until: goOn } }))
    await call('steps.end_process_later', { ...suspect, state: { until: end } })
    await writeFile(end, '')
    const lost = () => lines.filter((line) => line.includes(' lost '))
    await expect.poll(lost).toEqual([expect.stringContaining('a process with 5 suspects was lost')])
    await writeFile(goOn, '')
    expect((await Promise.all(waiting)).map(({ kind }) => kind)).toEqual(waiting.map(() => 'completed'))
    expect(lost()).toHaveLength(1)
    await rm(folder, { recursive: true })
  })

  it('lets suspects wait for others at the same time', async () => {
    open()
    const folder = await mkdtemp(join(tmpdir(), 'heddle-wait-'))
    lines.length = 0
    const many = Array.from({ length: 20 }, () =>
      call('steps.await_file', { ...suspect, state: { until: join(folder, 'now') } }),
    )
    await expect.poll(() => lines.filter((line) => line.includes('waits in process')).length).toBe(20)
    expect(new Set(lines).size).toBe(1)
    await writeFile(join(folder, 'now'), '')
    expect((await Promise.all(many)).map(({ kind }) => kind)).toEqual(many.map(() => 'completed'))
    await rm(folder, { recursive: true })
  })

  it('cancels suspects that run alone, and those that wait for that', async () => {
    open(hasty)
    const heard: string[] = []
    const endless = Array.from({ length: limits.engine.suspectsAlone + 1 }, (_, index) => `endless ${index}`)
    for (const id of endless) void call('steps.loop_forever', { id, ...suspect }).then(() => heard.push(id))
    await expect.poll(() => lines.some((line) => line.includes('while steps.loop_forever was being called'))).toBe(true)
    for (const id of endless) executor.cancel(id)
    expect(await call('steps.add_one', suspect)).toMatchObject({ kind: 'completed' })
    expect(heard).toEqual([])
  })
})
