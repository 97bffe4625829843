import { join } from 'node:path'
import { limits } from '#core/limits.ts'
import type { FunctionRequest } from '../../ports.ts'
import { createFunctionExecutor, type FunctionExecutor, type FunctionExecutorOptions } from '../function-executor.ts'
import { createAttempts } from './attempts.ts'

export const functionsFolders = [join(import.meta.dirname, '../../../../proof/testing/functions')]

/** Threads that do not answer are ended soon. */
export const hasty = { threads: 1, blockedMs: { shared: 300, alone: 300 } }

/** An attempt that was under way whenever engines died, so that it is called in an isolated process. */
export const isolated = { interruptions: limits.engine.interruptions - 1 }

/** An executor of the functions for tests, with calls as an engine makes them. Each test opens and closes one of its own. */
export function createExecutorUnderTest() {
  const lines: string[] = []
  const progress: unknown[] = []
  const attempts = createAttempts()
  let executor: FunctionExecutor | null = null
  const opened = () => {
    if (!executor) throw new Error('Open the executor first.')
    return executor
  }
  return {
    lines,
    progress,
    opened,
    open(options: Partial<FunctionExecutorOptions> = {}) {
      executor = createFunctionExecutor(
        {
          functionsFolders,
          monotonic: () => performance.now(),
          log: (line) => lines.push(line),
          backOffMs: { first: 0, last: 0 },
          ...options,
        },
        { onOutcome: attempts.onOutcome, onProgress: (_, reported) => progress.push(reported) },
      )
    },
    call: (name: string, changes: Partial<FunctionRequest> = {}) =>
      attempts.make(opened(), {
        step: 'Step',
        function: name,
        with: { a: 1 },
        input: { b: 2 },
        state: { inner: { c: 3 } },
        key: 'key',
        ...changes,
      }),
    close: () => opened().close(),
  }
}
