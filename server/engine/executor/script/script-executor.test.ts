import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { Executor, ScriptRequest } from '../../ports.ts'
import { createAttempts } from '../testing/attempts.ts'
import { createScriptExecutor } from './script-executor.ts'

describe('the executor of scripts', () => {
  let executor: Executor<ScriptRequest>
  const lines: string[] = []
  const notes: string[] = []
  const attempts = createAttempts()
  beforeAll(() => {
    executor = createScriptExecutor(
      { log: (line) => lines.push(line), children: 2 },
      { onOutcome: attempts.onOutcome, onProgress: (_, { note = '' }) => notes.push(note) },
    )
  })
  afterAll(() => executor.close())

  const run = (
    code: string,
    { steps = {}, ...more }: Partial<ScriptRequest> & { steps?: Record<string, { output: Json }> } = {},
  ) =>
    attempts.make(executor, {
      step: 'Code',
      with: { b: 2 },
      input: { a: 1 },
      state: { n: 3 },
      key: 'run/Code/1/do',
      script: { code, steps },
      ...more,
    })
  /** What ends well has all the time there is, for the machine may be busy. */
  const patient = { timeoutMs: limits.script.longestMs }
  const gives = async (code: string, output: Json) =>
    expect(await run(code, patient)).toEqual({ kind: 'completed', output })
  const fails = async (code: string, error: string, more?: Partial<ScriptRequest>) =>
    expect(await run(code, more)).toMatchObject({ kind: 'failed', error: { code: error } })

  it('gives a script its data and takes its result', async () => {
    const code = `return { input, state, steps, context, sum: state.n + context.with.b }`
    expect(await run(code, { steps: { First: { output: 1 } } })).toEqual({
      kind: 'completed',
      output: {
        input: { a: 1 },
        state: { n: 3 },
        steps: { First: { output: 1 } },
        context: {
          with: { b: 2 },
          runId: 'run',
          workflow: 'Flow',
          stepName: 'Code',
          iteration: 1,
          attempt: 1,
          idempotencyKey: 'run/Code/1/do',
        },
        sum: 5,
      },
    })
  })

  it.each<[string, Json]>([
    ['', null],
    ['return', null],
    ['return [1, "ä\\u0000😀", null]', [1, 'ä\u0000😀', null]],
    ['const wait = async () => 7; return await wait()', 7],
    ['return new Date(0)', '1970-01-01T00:00:00.000Z'],
    ['return { a: undefined, b: 1 }', { b: 1 }],
    ['// a comment at the end', null],
    ['state.n = 9; return state.n', 9],
  ])('%s gives %j', (code, output) => gives(code, output))

  it('says where a script went wrong', async () => {
    const outcome = await run('const a = 1\nfunction inner() { throw new RangeError("too far") }\ninner()')
    expect(outcome).toMatchObject({
      kind: 'failed',
      retryable: true,
      error: {
        code: 'RangeError',
        message: 'too far',
        stack: expect.stringMatching(/RangeError: too far\n\s+at inner \(script:2/),
      },
    })
    expect(JSON.stringify(outcome)).not.toMatch(/node_modules|\.ts|file:/)
    await fails('return 1 +', 'SCRIPT_INVALID')
    await fails('throw "a text"', 'Error')
    await fails('throw null', 'Error')
  })

  it('keeps what a script prints for the log and the run (attack 40)', async () => {
    lines.length = 0
    notes.length = 0
    await gives('console.log("half", { a: 1 }, 2); console.warn("a\\r\\n\\u001b[31mb"); return 1', 1)
    expect(lines).toEqual(['Flow run Code: half {"a":1} 2', 'Flow run Code: a   [31mb'])
    expect(notes).toEqual(['half {"a":1} 2\na   [31mb'])
    lines.length = 0
    await gives('for (let i = 0; i < 1e5; i++) console.log("x".repeat(1000)); return 1', 1)
    expect(lines.length).toBeLessThanOrEqual(limits.script.logLines)
    expect(lines.join('').length).toBeLessThan(2 * limits.script.logBytes)
    await run('Array.prototype.join = String.prototype.slice = () => { throw 1 }; console.log("still"); throw 1')
    expect(lines.at(-1)).toContain('still')
  })

  describe('ends what does not end (attacks 29, 30)', () => {
    const hasty = { timeoutMs: 200 }
    it.each([
      'while (true) {}',
      'for (;;) await 0',
      'for (;;) { try { for (;;) {} } catch {} }',
      'for (;;) { try { for (;;) {} } finally { continue } }',
      'return { toJSON() { for (;;) {} } }',
      'throw { get message() { for (;;) {} } }',
      'throw { toString() { for (;;) {} } }',
      'const f = () => Promise.resolve().then(f); await f()',
      'new Array(2 ** 28).join("x")',
      '/^(a+)+$/.test("a".repeat(40) + "!")',
    ])('%s', async (code) => {
      const outcome = await run(code, hasty)
      expect(outcome).toMatchObject({ kind: 'failed' })
      await gives('return 1', 1)
    })

    it('and the others do not notice', async () => {
      const looping = run('while (true) {}', { timeoutMs: 1_000 })
      const others = await Promise.all(Array.from({ length: 10 }, (_, n) => run(`return ${n}`)))
      expect(others).toEqual(others.map((_, output) => ({ kind: 'completed', output })))
      expect(await looping).toMatchObject({ kind: 'failed', retryable: true, error: { code: 'STEP_TIMEOUT' } })
    })

    it('and what waits for nothing', () => fails('await new Promise(() => {})', 'RESULT_UNUSABLE'))
  })

  describe('bounds its memory, its stack and its result (attacks 31, 32, 39)', () => {
    it.each([
      'return new Uint8Array(2 ** 31).length',
      'return "x".repeat(2 ** 29).length',
      'return new ArrayBuffer(2 ** 32).byteLength',
      '(function f() { f() })()',
      'return JSON.parse("[".repeat(1e5) + "]".repeat(1e5))',
      'let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return a',
      'let a = {}; a.a = a; return a',
      'return "x".repeat(1e6)',
      'return 10n',
      'return () => 1',
      'return { a: NaN }',
      'return { a: [Infinity] }',
      'return Symbol("x")',
      'return JSON.parse(\'{"__proto__":{"admin":true}}\')',
      'return { toJSON() { throw new Error("no") } }',
      'return new Proxy({}, { ownKeys() { throw new Error("no") } })',
    ])('%s', async (code) => {
      expect(await run(code)).toMatchObject({ kind: 'failed' })
      await gives('return 1', 1)
    })
  })

  it.each([
    'const all = []; for (;;) all.push(new Array(1000).fill({}))',
    'const all = []; for (;;) all.push({})',
    'const all = {}; for (let i = 0; ; i++) all["k" + i] = "x".repeat(1000)',
    'const all = []; for (;;) all.push("x".repeat(100000))',
    'return new ArrayBuffer(1e9).byteLength',
  ])('ends what fills its memory, and says so: %s', async (code) => {
    expect(await run(code, patient)).toMatchObject({
      kind: 'failed',
      retryable: false,
      error: { code: 'SCRIPT_OUT_OF_MEMORY', message: expect.stringContaining('needs more than 64 MB') },
    })
    await gives('return 1', 1)
  })

  it('ends what goes on filling its memory whenever it is full, by its time at the latest', async () => {
    const code = 'const all = []; for (;;) try { for (;;) all.push("x".repeat(1000)) } catch {}'
    expect(await run(code, { timeoutMs: 1_000 })).toMatchObject({ kind: 'failed', error: { code: 'STEP_TIMEOUT' } })
    await gives('return 1', 1)
  })

  describe('has nothing of the host in it (attacks 33, 34, 36) (ASVS 1.3.2)', () => {
    it.each([
      'process',
      'require',
      'fetch',
      'XMLHttpRequest',
      'WebAssembly',
      'setTimeout',
      'setInterval',
      'setImmediate',
      'queueMicrotask',
      'Buffer',
      'global',
      'module',
      'performance',
      'navigator',
      'Deno',
      'Worker',
      'std',
      'os',
      'bjson',
    ])('%s is not there', (name) => gives(`return typeof ${name}`, 'undefined'))

    it.each([
      ['return typeof this', 'undefined'],
      ['return typeof this?.constructor?.constructor', 'undefined'],
      ['return Object.getOwnPropertyNames(console.log.constructor("return globalThis")()).includes("process")', false],
      ['return typeof (function () {}).constructor("return typeof process")()', 'string'],
      ['return (async () => {}).constructor("return typeof process")().then((x) => x)', 'undefined'],
      ['return [].constructor.constructor("return typeof require")()', 'undefined'],
    ])('%s', (code, output) => gives(code, output))

    it.each([
      'await import("fs")',
      'await import("node:fs")',
      'await import("./child.ts")',
      'import fs from "fs"',
      'Error.prepareStackTrace = (_, frames) => frames[0].getThis(); return new Error().stack.constructor.constructor("return process")()',
      'throw new Proxy({}, { get(_, key, target) { return target.constructor.constructor("return process")() } })',
      'throw { get name() { throw 1 }, get message() { return { toString() { throw 2 } } } }',
      'class X extends Array { static get [Symbol.species]() { return process } } return new X(1).map(() => 1)',
      'return (async function* () { yield process })().next()',
    ])('%s fails within the sandbox', async (code) => {
      expect(await run(code)).toMatchObject({ kind: 'failed' })
      await gives('return 1', 1)
    })
  })

  it('begins anew every time: nothing is left for the next script (attack 38)', async () => {
    await run(
      'globalThis.left = 1; Array.prototype.map = () => "gone"; Object.prototype.evil = 1; JSON.stringify = () => "7"; return 1',
    )
    await gives('return [typeof left, [1].map((x) => x + 1), ({}).evil ?? null]', ['undefined', [2], null])
  })

  it('never lets two owners use one process (attack 42) (ASVS 1.3.2)', async () => {
    const owners = ['a', 'b', 'c', 'a', 'b', 'c']
    const outcomes = await Promise.all(owners.map((ownerId) => run('return 1', { ownerId })))
    expect(outcomes).toEqual(owners.map(() => ({ kind: 'completed', output: 1 })))
  })

  it('ends a cancelled script and hears no more of it', async () => {
    let heard = false
    void run('while (true) {}', { id: 'cancelled', timeoutMs: 60_000 }).then(() => {
      heard = true
    })
    await gives('return 1', 1)
    executor.cancel('cancelled')
    await Promise.all([gives('return 1', 1), gives('return 2', 2), gives('return 3', 3)])
    expect(heard).toBe(false)
  })

  it('cannot be talked to by a script, and has an empty environment (attack 35)', async () => {
    const canary = join(tmpdir(), `heddle-script-${process.pid}`)
    await run(`const fs = await import("node:fs"); fs.writeFileSync(${JSON.stringify(canary)}, "x")`)
    expect(existsSync(canary)).toBe(false)
    await rm(canary, { force: true })
    const source = await readFile(join(import.meta.dirname, 'script-child.ts'), 'utf8')
    expect(source).toContain('env: {}')
  })
})
