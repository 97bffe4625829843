import { pathToFileURL } from 'node:url'
import { limits } from '#core/limits.ts'
import type { RunError } from '#core/run/words.ts'

/**
 * A step error is the value that a function threw, as a run keeps it: the error's name is its code. Any value can be
 * thrown, and `name`, `message` and `stack` of an error need not be strings: they become strings here.
 */
export function stepError(thrown: unknown, step: string, folders: readonly string[]): RunError {
  if (!isError(thrown)) return { code: 'Error', message: cut(textOf(thrown), limits.run.errorMessageBytes), step }
  const name = read(thrown, 'name') || 'Error'
  const message = read(thrown, 'message')
  const written = read(thrown, 'stack')
  const stack = relativeStack(`${name}: ${message}`, written, folders)
  const lead = isOfNode(thrown, written) ? `${leadOf(stack)} ` : ''
  return {
    code: cut(name, limits.run.errorCodeBytes),
    message: cut(`${lead}${message || name}`, limits.run.errorMessageBytes),
    ...(stack && { stack: cut(stack, limits.run.errorStackBytes) }),
    step,
  }
}

/** Whether Node.js itself refused a call of the function: its message is about arguments that the reader never wrote. */
function isOfNode(thrown: Error, stack: string): boolean {
  const [first = ''] = stack.split('\n').filter((line) => /^\s+at /.test(line))
  return /^ERR_[A-Z_]+$/.test(read(thrown, 'code')) && first.includes('node:')
}

/** The place in the user's code, so that the error does not begin with the internals of Node.js. */
function leadOf(stack: string): string {
  const place = /\(?([^\s()]+:\d+):\d+\)?$/m.exec(stack)?.[1]
  return place === undefined
    ? 'The function failed in a call to Node.js.'
    : `The function failed at ${place}, in a call to Node.js.`
}

function isError(thrown: unknown): thrown is Error {
  try {
    return thrown instanceof Error
  } catch {
    return false
  }
}

function read(error: Error, key: 'name' | 'message' | 'stack' | 'code'): string {
  try {
    const value: unknown = Reflect.get(error, key)
    return value === undefined || value === null ? '' : textOf(value)
  } catch {
    return ''
  }
}

/**
 * The stack frames in the functions folders, with relative paths: they show the user's code, and no paths of the
 * machine.
 */
function relativeStack(head: string, stack: string, folders: readonly string[]): string {
  const roots = folders.map((folder) => `${pathToFileURL(folder).href}/`)
  const frames = stack.split('\n').flatMap((line) => {
    if (!/^\s+at /.test(line)) return []
    const root = roots.find((candidate) => line.includes(candidate))
    // A reloaded module has its generation behind its name.
    return root ? [line.replaceAll(root, '').replace(/\?\d+(?=:\d)/, '')] : []
  })
  return frames.length > 0 ? [head, ...frames].join('\n') : ''
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return 'The step threw a value that cannot be read.'
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
