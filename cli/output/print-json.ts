import type { Terminal } from '../terminal.ts'

/** An answer of the API as it came, for other programs. */
export function printJson(terminal: Terminal, answer: unknown): void {
  terminal.out(`${JSON.stringify(answer, null, 2)}\n`)
}
