import type { Terminal } from '../terminal.ts'

/** Prints an answer of the API unchanged, for other programs. */
export function printJson(terminal: Terminal, answer: unknown): void {
  terminal.out(`${JSON.stringify(answer, null, 2)}\n`)
}
