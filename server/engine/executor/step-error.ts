import { pathToFileURL } from 'node:url'
import { limits } from '#core/limits.ts'
import type { RunError } from '#core/run/event.ts'

/** What a function threw, as a run keeps it: the error's name is its code. */
export function stepError(thrown: unknown, step: string, folders: readonly string[]): RunError {
  if (!(thrown instanceof Error)) {
    return { code: 'Error', message: cut(describe(thrown), limits.run.errorMessageBytes), step }
  }
  const stack = relativeStack(thrown, folders)
  return {
    code: thrown.name || 'Error',
    message: cut(thrown.message || thrown.name, limits.run.errorMessageBytes),
    ...(stack && { stack: cut(stack, limits.run.errorStackBytes) }),
    step,
  }
}

/** The frames in the functions folders, their files relative to them: where people's code went wrong, and nobody's paths. */
function relativeStack(error: Error, folders: readonly string[]): string {
  const roots = folders.map((folder) => `${pathToFileURL(folder).href}/`)
  const frames = (error.stack ?? '').split('\n').flatMap((line) => {
    if (!/^\s+at /.test(line)) return []
    const root = roots.find((candidate) => line.includes(candidate))
    // A module that was loaded again has a number behind its name.
    return root ? [line.replaceAll(root, '').replace(/\?\d+(?=:\d)/, '')] : []
  })
  return frames.length > 0 ? [`${error.name}: ${error.message}`, ...frames].join('\n') : ''
}

function describe(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown
  try {
    return JSON.stringify(thrown) ?? String(thrown)
  } catch {
    return 'The step threw something that is no error.'
  }
}

/** At most `bytes` of UTF-8, without half a character at the end. */
function cut(text: string, bytes: number): string {
  const buffer = Buffer.from(text)
  return buffer.length <= bytes
    ? text
    : `${buffer
        .subarray(0, bytes - 3)
        .toString()
        .replace(/\ufffd+$/, '')}…`
}
