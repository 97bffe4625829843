import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { type Artifact, readArtifact } from '#core/run/artifact.ts'
import type { FunctionRequest } from '../../ports.ts'
import { jsonResult, UnusableResult } from '../json-result.ts'
import type { FromHost } from '../threads/messages.ts'
import { noteText } from './note-text.ts'

/** A call under way. */
export interface RunningCall {
  abort: AbortController | null
  /** Why the attempt was given up; null while its outcome is awaited. */
  reason: Error | null
  /** What the function has reported; null before the first. */
  artifacts: Artifact[] | null
  /** Cancels the time limits; null where the attempt has none. */
  endTimer: (() => void) | null
}

export function abortCall(call: RunningCall | undefined, message: string): void {
  if (!call) return
  call.reason = new Error(message)
  call.abort?.abort(call.reason)
}

/** The abort signal is made on demand: most functions never read it, and it is among the dearer parts of a call. */
function signalOf(call: RunningCall): AbortSignal {
  if (!call.abort) {
    call.abort = new AbortController()
    if (call.reason) call.abort.abort(call.reason)
  }
  return call.abort.signal
}

/** The second argument of a step function. */
export function contextOf(
  request: FunctionRequest,
  slot: number,
  call: RunningCall,
  secret: (slot: number, name: string) => string,
  report: (message: FromHost) => void,
) {
  return {
    input: deepFreeze(request.input),
    with: deepFreeze(request.with),
    ...(request.each && { item: deepFreeze(request.each.item ?? null), index: request.each.index }),
    ...(request.result !== undefined && { result: deepFreeze(request.result) }),
    runId: request.runId,
    workflow: request.workflow,
    stepName: request.step,
    iteration: request.iteration,
    attempt: request.attempt,
    idempotencyKey: request.key,
    ...(request.fencing && { fencing: deepFreeze(request.fencing) }),
    get signal() {
      return signalOf(call)
    },
    secret: (name: string) => secret(slot, name),
    heartbeat: (details?: unknown) => {
      if (details === undefined) report({ slot, progress: {} })
      else report({ slot, progress: { note: noteText(details) } })
    },
    log: (message: string) => report({ slot, log: noteText(message) }),
    artifact: (artifact: unknown) => addArtifact(call, artifact),
    progress: (fraction: number, note?: string) => {
      const share = Number.isFinite(fraction) ? Math.min(1, Math.max(0, fraction)) : 0
      report({ slot, progress: { fraction: share, ...(note !== undefined && { note: noteText(note) }) } })
    },
  }
}

/** Throws `UnusableResult` in the function, which fails its attempt unless the function catches it. */
function addArtifact(call: RunningCall, given: unknown): void {
  const { perRun, attemptBytes } = limits.artifacts
  const read = readArtifact(jsonResult(given, { bytes: attemptBytes, depth: limits.run.jsonDepth }))
  if (!read.ok) throw new UnusableResult(read.message)
  const artifacts = [...(call.artifacts ?? []), read.artifact]
  if (artifacts.length > perRun) throw new UnusableResult(`A run has at most ${perRun} artifacts.`)
  if (Buffer.byteLength(JSON.stringify(artifacts)) > attemptBytes) {
    throw new UnusableResult(`The artifacts of a step are larger than ${attemptBytes / 1024 ** 2} MB together.`)
  }
  call.artifacts = artifacts
}

export function deepFreeze(value: Json): Json {
  // A frozen value was frozen here, down to its leaves.
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    for (const key in value) deepFreeze((value as Record<string, Json>)[key] as Json)
    Object.freeze(value)
  }
  return value
}
