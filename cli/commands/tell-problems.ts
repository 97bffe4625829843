import type { LocatedProblem } from '#core/definition/located.ts'
import { paint } from '../output/paint.ts'
import { printable } from '../output/printable.ts'
import type { Terminal } from '../terminal.ts'

const styles = { error: 'red', warning: 'yellow', info: 'cyan' } as const

/** One line each, `file:line:column` first, as editors and terminals know it. */
export function tellProblems(terminal: Terminal, file: string, problems: readonly LocatedProblem[]): void {
  for (const { line, column, severity, message, code, step } of problems) {
    const place = `${file === '-' ? 'input' : file}:${line}:${column}`
    const about = step === undefined ? '' : `${printable(step)}: `
    terminal.out(
      `${place}: ${paint(terminal, styles[severity], severity)}: ${about}${printable(message)} ${paint(terminal, 'dim', code)}\n`,
    )
  }
}
