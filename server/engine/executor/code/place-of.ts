import { basename } from 'node:path'

/** The place where a body waits, as file:line, from the stack of the call; undefined where no frame is of a body. */
export function placeOf({ stack = '' }: Error): string | undefined {
  for (const line of stack.split('\n').slice(1)) {
    const [, file, number] = /\(?([^()\s]+\.m?[jt]s):(\d+):\d+\)?$/.exec(line) ?? []
    if (file === undefined || file.startsWith('node:') || file.includes('/sdk/workflow/')) continue
    return `${basename(file)}:${number}`
  }
  return undefined
}
