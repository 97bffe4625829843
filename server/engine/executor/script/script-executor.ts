import { limits } from '#core/limits.ts'
import type { AttemptOutcome } from '#core/run/command.ts'
import { reachCall } from '../../crash-points.ts'
import type { Executor, ExecutorEvents, ScriptRequest } from '../../ports.ts'
import { jsonResult, UnusableResult } from '../json-result.ts'
import type { ScriptJob, ScriptProblem } from './messages.ts'
import { type ScriptChild, type ScriptEnd, startScriptChild } from './script-child.ts'

/**
 * The script executor runs scripts in a few child processes, one at a time in each. A child is never shared between
 * owners. It is replaced when its script had to be ended or broke the sandbox, and after a number of scripts.
 */
export function createScriptExecutor(
  { log, children: most = limits.script.children }: { log(line: string): void; readonly children?: number },
  events: ExecutorEvents,
): Executor<ScriptRequest> {
  const children = new Set<ScriptChild>()
  const waiting: ScriptRequest[] = []
  const running = new Map<string, ScriptChild>()
  let closed = false

  const onGone = (child: ScriptChild) => {
    children.delete(child)
    next()
  }

  /**
   * A child that has served this owner, or no owner yet; else a new child, which replaces an idle child of another
   * owner.
   */
  const childFor = (ownerId: string): ScriptChild | null => {
    const idle = [...children].filter((child) => child.usable && !child.busy)
    const fitting = idle.find((child) => child.ownerId === ownerId) ?? idle.find((child) => child.ownerId === null)
    if (fitting) return fitting
    if (children.size >= most) {
      // The place of the killed child is free once its process has ended.
      idle[0]?.kill()
      return null
    }
    const child = startScriptChild(log, onGone)
    children.add(child)
    return child
  }

  const next = () => {
    for (let request = waiting[0]; request && !closed; request = waiting[0]) {
      const child = childFor(request.ownerId)
      if (!child) return
      waiting.shift()
      void run(request, child)
    }
  }

  const run = async (request: ScriptRequest, child: ScriptChild) => {
    running.set(request.id, child)
    const job = jobOf(request)
    reachCall('script', 'called')
    const end = await child.run(request.ownerId, job)
    reachCall('script', 'returned')
    if (running.get(request.id) !== child) return
    running.delete(request.id)
    if ('answer' in end) tell(request, end.answer.lines)
    events.onOutcome(request.id, outcomeOf(request, job, end))
    next()
  }

  const tell = (request: ScriptRequest, lines: readonly string[]) => {
    if (lines.length === 0) return
    for (const line of lines) log(`${request.workflow} ${request.runId} ${request.step}: ${line}`)
    events.onProgress(request.id, { note: lines.join('\n').slice(0, limits.script.noteCharacters) })
  }

  return {
    start(request) {
      waiting.push(request)
      next()
    },
    cancel(id) {
      const child = running.get(id)
      running.delete(id)
      child?.kill()
      const at = waiting.findIndex((request) => request.id === id)
      if (at >= 0) waiting.splice(at, 1)
    },
    async close() {
      closed = true
      running.clear()
      for (const child of children) child.kill()
    },
  }
}

function jobOf(request: ScriptRequest): ScriptJob {
  const { runId, workflow, step, iteration, attempt, key } = request
  return {
    code: request.script.code,
    input: request.input,
    state: request.state,
    steps: request.script.steps,
    context: {
      with: request.with,
      runId,
      workflow,
      stepName: step,
      iteration,
      attempt,
      idempotencyKey: key,
      ...request.each,
    },
    timeoutMs: Math.min(request.timeoutMs ?? limits.script.timeoutMs, limits.script.longestMs),
    memoryBytes: limits.script.memoryBytes,
    stackBytes: limits.script.stackBytes,
    resultBytes: limits.run.inputBytes,
    logLines: limits.script.logLines,
    logBytes: limits.script.logBytes,
  }
}

function outcomeOf({ step }: ScriptRequest, { timeoutMs }: ScriptJob, end: ScriptEnd): AttemptOutcome {
  if ('killed' in end) return failed('STEP_TIMEOUT', `${step} took longer than ${timeoutMs / 1_000} s.`, true)
  if ('lost' in end) return failed('SCRIPT_LOST', `The script’s process was lost: ${end.lost}`, true)
  const { answer } = end
  if ('problem' in answer) return failureOf(answer.problem)
  try {
    const bounds = { bytes: limits.run.inputBytes, depth: limits.run.jsonDepth }
    return { kind: 'completed', output: jsonResult(JSON.parse(answer.result), bounds) }
  } catch (error) {
    return failed('RESULT_UNUSABLE', error instanceof UnusableResult ? error.message : 'The result is not JSON.', false)
  }
}

function failureOf({ kind, name, message, stack }: ScriptProblem): AttemptOutcome {
  switch (kind) {
    case 'timeout':
      return failed('STEP_TIMEOUT', message, true)
    case 'memory':
      return failed(
        'SCRIPT_OUT_OF_MEMORY',
        `The script needs more than ${limits.script.memoryBytes / 1024 ** 2} MB. Process less data at a time, or use a function.`,
        false,
      )
    case 'invalid':
      return failed('SCRIPT_INVALID', `The code has a syntax error: ${message}`, false)
    case 'unusable':
    case 'too_large':
    case 'endless':
      return failed('RESULT_UNUSABLE', message, false)
    case 'thrown': {
      const error = { code: name, message, ...(stack && { stack: `${name}: ${message}\n${stack}` }) }
      return { kind: 'failed', error, retryable: true }
    }
  }
}

function failed(code: string, message: string, retryable: boolean): AttemptOutcome {
  return { kind: 'failed', error: { code, message }, retryable }
}
