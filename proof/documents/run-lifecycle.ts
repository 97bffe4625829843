import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The public document of the workflow run lifecycle that the public run follows, as it was published. It has lost its
 * headings' line breaks and those within code, so the parsers below know where its parts end.
 */
export const runLifecycle = readFileSync(join(import.meta.dirname, 'run-lifecycle.txt'), 'utf8')

/** The cells of the rows of its quick reference, without the heading. */
export function quickReference(): readonly (readonly string[])[] {
  const lines = runLifecycle.slice(runLifecycle.lastIndexOf('| Phase | Run Status |')).trim().split('\n')
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/**
 * Its calls of curl, in their order. Each ends behind its last argument; a backslash before a space stood before the
 * break of a line.
 */
export function curlCalls(): readonly string[] {
  const calls = runLifecycle.match(/curl(?: (?:[-\\\w]+|'[^']*'|"[^"]*"))+/g) ?? []
  return calls.map((call) => call.replaceAll('\\ ', '\\\n'))
}
