import type { QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten'
import type { ScriptAnswer, ScriptJob, ScriptProblem } from './messages.ts'
import { prelude } from './prelude.ts'

/**
 * Runs one script in a QuickJS of its own: new runtime, new globals, nothing of the host inside. Only texts cross: the
 * job as JSON, the result as JSON. The interrupt ends loops of the script. No interrupt reaches loops of QuickJS
 * itself: the parent process ends those. A memory that has been full once stays as large, so it is not used again.
 */
export function runScript(quickjs: QuickJSWASMModule, job: ScriptJob, isFull: () => boolean): ScriptAnswer {
  const runtime = quickjs.newRuntime()
  runtime.setMemoryLimit(job.memoryBytes)
  runtime.setMaxStackSize(job.stackBytes)
  const endsAt = performance.now() + job.timeoutMs
  let late = false
  runtime.setInterruptHandler(() => {
    late ||= performance.now() > endsAt
    return late
  })
  const vm = runtime.newContext()
  const held: { dispose(): void }[] = [runtime, vm]
  const hold = <Held extends { dispose(): void }>(one: Held): Held => {
    held.push(one)
    return one
  }
  const tools = hold(vm.unwrapResult(vm.evalCode(prelude, 'sandbox')))
  const call = (name: string, ...given: readonly QuickJSHandle[]) =>
    hold(vm.callFunction(hold(vm.getProp(tools, name)), tools, ...given))

  let answer: { readonly result: string } | { readonly problem: ScriptProblem }
  try {
    answer = evaluate()
  } catch (error) {
    answer = { problem: ended() ?? { kind: 'thrown', name: 'Error', message: String(error) } }
  }
  const lines = readLines()
  const clean =
    !late && !isFull() && ('result' in answer || ['invalid', 'thrown', 'unusable'].includes(answer.problem.kind))
  return { lines, spent: !(clean && takenDown()), ...answer }

  /** A sandbox that cannot even be taken down is not used again. */
  function takenDown(): boolean {
    try {
      for (const one of held.reverse()) one.dispose()
      return true
    } catch {
      return false
    }
  }

  function evaluate(): typeof answer {
    const source = `(async function (input, state, steps, context) { 'use strict'; ${job.code}\n})`
    const script = hold(vm.evalCode(source, 'script'))
    if (script.error) return { problem: ended() ?? { ...described(script.error), kind: 'invalid' } }
    const { code: _, ...given } = job
    const started = call('start', hold(vm.newString(JSON.stringify(given))), script.value)
    if (started.error) return { problem: problemOf(started.error) }
    const pending = started.value
    const jobs = hold(runtime.executePendingJobs())
    if (jobs.error) return { problem: problemOf(jobs.error) }
    const settled = vm.getPromiseState(pending)
    if (settled.type === 'pending') {
      const message = 'The script waits forever: scripts have no timers and no network.'
      return { problem: ended() ?? { kind: 'endless', name: 'Error', message } }
    }
    if (settled.type === 'rejected') return { problem: problemOf(hold(settled.error)) }
    const text = call('result', hold(settled.value))
    if (text.error) {
      const isUnusable = vm.unwrapResult(call('isUnusable', text.error))
      const problem = problemOf(text.error)
      // JSON itself detects a cycle, and throws a TypeError.
      const kind = vm.dump(isUnusable) === true || problem.name === 'TypeError' ? 'unusable' : problem.kind
      return { problem: problem.kind === 'thrown' ? { ...problem, kind } : problem }
    }
    const result = vm.getString(text.value)
    if (Buffer.byteLength(result) > job.resultBytes) {
      return {
        problem: { kind: 'too_large', name: 'Error', message: `The result is larger than ${job.resultBytes} bytes.` },
      }
    }
    return { result }
  }

  function problemOf(error: QuickJSHandle): ScriptProblem {
    return ended() ?? described(error)
  }

  function ended(): ScriptProblem | null {
    if (!late) return null
    return { kind: 'timeout', name: 'Error', message: `The script took longer than ${job.timeoutMs / 1_000} s.` }
  }

  function described(error: QuickJSHandle): ScriptProblem {
    const name = textOf(error, 'name') || 'Error'
    const message = textOf(error, 'message') || (vm.typeof(error) === 'string' ? vm.getString(error) : name)
    const stack = textOf(error, 'stack')
    // QuickJS throws null where memory has no room even for the error.
    const isNothing = vm.typeof(error) === 'object' && vm.eq(error, vm.null) && isFull()
    const kind = isNothing || (name === 'InternalError' && message === 'out of memory') ? 'memory' : 'thrown'
    return { kind, name, message, ...(stack && { stack }) }
  }

  function readLines(): readonly string[] {
    try {
      const text = call('lines')
      if (text.error) return []
      const { lines: kept, count } = JSON.parse(vm.getString(text.value)) as {
        lines: Record<string, unknown>
        count: number
      }
      let bytes = 0
      const all = Array.from({ length: Math.min(Number(count) || 0, job.logLines) }, (_, index) =>
        String(kept[index] ?? ''),
      )
      return all
        .map((line) => line.slice(0, 2_000).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' '))
        .filter((line) => {
          bytes += line.length
          return bytes <= job.logBytes
        })
    } catch {
      return []
    }
  }

  /** A getter of a thrown object may throw, loop or lie: a text or nothing. */
  function textOf(error: QuickJSHandle, key: string): string {
    if (vm.typeof(error) !== 'object') return ''
    const value = hold(vm.getProp(error, key))
    return vm.typeof(value) === 'string' ? vm.getString(value).slice(0, 16_000) : ''
  }
}
